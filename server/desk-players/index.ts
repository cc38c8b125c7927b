/** The public interface of `desk-players`: the players as the operator's people see them at the desk. */
export { registerDeskPlayers } from './routes';
