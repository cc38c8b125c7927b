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
  readonly isRound: boolean;
  /** The stake is a further one of a round, which its first stake has counted. */
  readonly isCounted?: true;
}

/** The activity of one posting, from its legs. */
export function activityOf({ userId, kind }: Pick<Posting, 'userId' | 'kind'>, legs: readonly Leg[]): Activity {
  const [real, gateway, suspense] = [accountIdOf(userId, 'real'), accountIdOf(userId, 'gateway'), accountIdOf(userId, 'suspense')];
  const sum = (predicate: (leg: Leg) => boolean): Kobo => addKobo(...legs.filter(predicate).map((leg) => leg.amount));
  return {
    staked: negateKobo(sum((leg) => leg.kind === 'stake' && leg.accountId === real)),
    won: sum((leg) => leg.kind === 'win' && leg.accountId === real),
    deposited: negateKobo(sum(({ accountId, kind: of, amount }) =>
      amount < 0 && (accountId === gateway ? of !== 'deposit-held' : accountId === suspense && of === 'deposit'))),
    withdrawn: sum((leg) => leg.accountId === gateway && leg.amount > 0 && leg.kind !== 'deposit-returned'),
    isRound: legs.some((leg) => leg.kind === 'stake'),
    ...(kind === 'round-step' && { isCounted: true }),
  };
}

/** The amounts that are added to one row of `activity_day`. */
export interface DayRow extends Omit<Activity, 'isRound' | 'isCounted'> {
  readonly day: string;
  readonly rounds: number;
  readonly playedMs: number;
}

const NO_ACTIVITY = { staked: ZERO_KOBO, won: ZERO_KOBO, deposited: ZERO_KOBO, withdrawn: ZERO_KOBO, rounds: 0 } as const;

/**
 * The rows to add to: none where the posting is no activity, two where midnight passed since the last stake. `before` is the play before
 * this posting.
 */
export function dayRowsOf({ isRound, isCounted, ...activity }: Activity, before: Play | null, atMs: number): DayRow[] {
  if (!isRound && Object.values(activity).every((amount) => amount === 0)) return [];
  const day = lagosDay(atMs);
  const playedTimes = isRound ? playTimeSinceLastStake(before, atMs) : [{ day, ms: 0 }];
  return playedTimes.map((part) => ({
    ...(part.day === day ? { ...activity, rounds: isRound && isCounted === undefined ? 1 : 0 } : NO_ACTIVITY),
    day: part.day,
    playedMs: part.ms,
  }));
}
