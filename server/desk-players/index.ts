/** The public interface of `desk-players`: the players as the operator's people see them at the desk. */
export { readAudited } from './audited-read';
export { countSearch } from './search-limits';
export { maskTerm } from './search-term';
export { registerDeskPlayers } from './routes';
