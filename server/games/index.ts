/** The door of `games`: the rounds that the platform draws. */
export { startSettling } from './abandoned';
export { ROUND_INVARIANTS } from './invariants';
export type { Standing } from './open-rounds';
export { lastStarts, refuseShortCycle } from './pace';
export { registerGames } from './routes';
export { openingGames, seedCatalogue } from './seed';
export { lockStarts } from './seed-pairs';
export { stakeProblem } from './stake';
