/** The public interface of `desk-players`: the players as the operator's people see them at the desk. */
export { maskName } from './masks';
export { readAudited } from './audited-read';
export { registerDeskPlayers } from './routes';
