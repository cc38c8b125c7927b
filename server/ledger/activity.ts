/** Computes what a posting adds to the counters of the player's day in Lagos. Pure. */
import { addKobo, negateKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { lagosDay } from '../../src/core/time';
import { accountIdOf } from './accounts';
import type { Leg, Posting } from './posting';
import { playTimeSinceLastStake } from './play-session';
import type { Play } from './play-session';

/** The real money that one posting moved, in kobo. */
export interface Activity {
  readonly staked: Kobo;
  readonly won: Kobo;
  /** Money from the gateway. A held payment counts when it is credited; one that goes back does not count at all. */
  readonly deposited: Kobo;
  /** Money to the gateway, except returns of held payments. */
  readonly withdrawn: Kobo;
  /** A stake is among the moves, be it of real or of bonus money. */
  readonly hasStake: boolean;
  /** The stake adds to an open round, which was counted with its first stake. */
  readonly isFurtherStake?: true;
}

/** Adds up the activity of one posting from its legs. */
export function activityOf({ userId, kind }: Pick<Posting, 'userId' | 'kind'>, legs: readonly Leg[]): Activity {
  const [real, gateway, suspense] = [accountIdOf(userId, 'real'), accountIdOf(userId, 'gateway'), accountIdOf(userId, 'suspense')];
  const sum = (predicate: (leg: Leg) => boolean): Kobo => addKobo(...legs.filter(predicate).map((leg) => leg.amount));
  // A payout that came back is no deposit.
  const isPaidIn = (leg: Leg): boolean => leg.accountId === gateway && leg.kind !== 'deposit-held' && leg.kind !== 'withdrawal-return';
  const isHeldMoneyCredited = (leg: Leg): boolean => leg.accountId === suspense && leg.kind === 'deposit';
  return {
    staked: negateKobo(sum((leg) => leg.kind === 'stake' && leg.accountId === real)),
    // The stakes of a voided round that come back are no loss.
    won: sum((leg) => (leg.kind === 'win' || (kind === 'round-void' && leg.kind === 'adjustment')) && leg.accountId === real),
    deposited: negateKobo(sum((leg) => leg.amount < 0 && (isPaidIn(leg) || isHeldMoneyCredited(leg)))),
    withdrawn: sum((leg) => leg.accountId === gateway && leg.amount > 0 && leg.kind !== 'deposit-returned'),
    hasStake: legs.some((leg) => leg.kind === 'stake'),
    ...(kind === 'round-step' && { isFurtherStake: true }),
  };
}

/** The amounts that are added to one row of `activity_day`. */
export interface DayRow extends Omit<Activity, 'hasStake' | 'isFurtherStake'> {
  readonly day: string;
  readonly rounds: number;
  readonly playedMs: number;
}

const NO_ACTIVITY = { staked: ZERO_KOBO, won: ZERO_KOBO, deposited: ZERO_KOBO, withdrawn: ZERO_KOBO, rounds: 0 } as const;

/**
 * Returns what is added to the player's days: nothing where the posting has no stake and moves no real money, two rows where midnight passed
 * since the last stake. `before` is the play before this posting.
 */
export function dayRowsOf({ hasStake, isFurtherStake, ...activity }: Activity, before: Play | null, atMs: number): DayRow[] {
  if (!hasStake && Object.values(activity).every((amount) => amount === 0)) return [];
  const day = lagosDay(atMs);
  const playedTimes = hasStake ? playTimeSinceLastStake(before, atMs) : [{ day, ms: 0 }];
  return playedTimes.map((part) => ({
    ...(part.day === day ? { ...activity, rounds: hasStake && isFurtherStake === undefined ? 1 : 0 } : NO_ACTIVITY),
    day: part.day,
    playedMs: part.ms,
  }));
}
