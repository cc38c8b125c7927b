/** Exports the parts of `games` (rounds that the platform draws) for other domains. */
export { startRoundSettlement as startSettling } from './settle-abandoned';
export { ROUND_INVARIANTS, SEED_INVARIANTS } from './invariants';
export type { RealBalance as Standing } from './open-rounds';
export { readLastStarts as lastStarts, refuseSecondRound, refuseShortCycle } from './pace';
export { registerGames } from './routes';
export { listInitialGames as openingGames, seedCatalogue } from './seed';
export { lockStarts } from './seed-pairs';
export { describeStakeProblem as stakeProblem } from './stake';
