/** The door of `bonuses`: bonus money, from the grant to the end of its wagering. */
export { onDepositCredited, onDepositEnded } from './deposits';
export { endAllWallets, endRepeatedClaims } from './end';
export { startBonusSweep } from './expire';
export { grantFreeSpins, grantPending } from './grant';
export { BONUS_INVARIANTS, WAGERING_INVARIANTS } from './invariants';
export { lockMoney } from './lock';
export { plainMoves, shareRound } from './play';
export type { BonusShare } from './play';
export { findBonus } from './read';
export { HAS_REPEATED_BONUS, readRepeatedBonuses } from './repeated-bonuses';
export type { RepeatedBonus } from './repeated-bonuses';
export { totalOf } from './round';
export { writeChanges } from './round-rows';
export { registerBonuses } from './routes';
export { lockRoundWallets, readStakes, shareStake, writeEnd, writeStakes } from './step-rows';
export { NO_STAKES as NOTHING_STAKED, planEnd } from './steps';
export type { EndPlan, RoundWallet, RoundStakes } from './steps';
