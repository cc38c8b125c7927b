/** Exports the parts of `games` (rounds that the platform draws) for other domains. */
export { settleAbandoned, startRoundSettlement } from './settle-abandoned';
export { ROUND_INVARIANTS, SEED_INVARIANTS } from './invariants';
export { ROUND_PART_INVARIANTS, hashRounds, resetRoundParts } from './round-parts';
export type { RealBalance } from './open-rounds';
export { readLastStarts, refuseSecondRound, refuseShortCycle } from './pace';
export { findRound, readRoundPage } from './history';
export { checkRound } from './round-check';
export { registerGames } from './routes';
export { listInitialGames, fillCatalogue } from './initial-catalogue';
export { lockRoundStarts } from './seed-pairs';
export { describeStakeProblem } from './stake';
