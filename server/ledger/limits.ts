/** Checks a stake or a deposit against the limits: the player's own and the ceilings of the place. The lower one applies. */
import { formatNaira, kobo, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { LIMIT_KINDS, LIMIT_PERIODS, periodEnd, periodStartDay } from '../../src/core/protection';
import type { LimitKind, LimitPeriod } from '../../src/core/protection';
import { DAY_MS, dateTime } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import type { Ceilings } from '../place/rules';
import type { Db } from './accounts';
import { ACCOUNTS_SHARING_LIMITS } from './accounts-of-person';

export interface Limit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amount: Kobo;
}

/** Turns the ceilings of a place into limits. */
export function limitsOf(ceilings: Ceilings): Limit[] {
  return LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.flatMap((period) => {
      const amount = ceilings[kind][period];
      return amount === null ? [] : [{ kind, period, amount }];
    }),
  );
}

/** The amounts that count towards the limits, by period, in kobo. `loss` is negative where more was won than staked. */
export type UsedAmounts = Readonly<Record<LimitKind, Readonly<Record<LimitPeriod, Kobo>>>>;

interface UsedRow extends Record<`${'staked' | 'lost' | 'deposited'}_${LimitPeriod}`, number> {
  own: readonly { kind: LimitKind; period: LimitPeriod; amount: number }[];
  pending: number;
  claimed: number;
}

export interface LimitUsage {
  /** The player's own limits. */
  readonly ownLimits: readonly Limit[];
  readonly used: UsedAmounts;
  /** The part of the used amounts that comes from claimed deposits: they expired, and the player says that they were paid. */
  readonly claimedAmount: Kobo;
}

/** SQL: the sums of each period. Its first day is `$3` for the day, `$4` for the week and `$5` for the month. */
const SUM_COLUMNS = (['day', 'week', 'month'] as const)
  .map((period, index) => {
    const since = `FILTER (WHERE day >= $${index + 3})`;
    return `coalesce(sum(staked) ${since}, 0)::bigint AS staked_${period}, coalesce(sum(staked - won) ${since}, 0)::bigint AS lost_${period},
      coalesce(sum(deposited) ${since}, 0)::bigint AS deposited_${period}`;
  })
  .join(', ');

/**
 * Sums by whole days and not up to now, so that what was done while the clock was ahead counts, too. A deposit counts from its start
 * until it can't be paid any more; again while the player's claim about it is being checked; and from its credit on. The amounts that a
 * closed account had used count for the account that has its identity now.
 */
export const LIMIT_USAGE_QUERY = `
  WITH account AS MATERIALIZED (${ACCOUNTS_SHARING_LIMITS})
  SELECT ${SUM_COLUMNS},
    (SELECT coalesce(json_agg(l), '[]') FROM (SELECT kind, period, amount FROM player_limit WHERE user_id = $1) l) AS own,
    (SELECT coalesce(sum(amount), 0)::bigint FROM deposit WHERE user_id IN (SELECT user_id FROM account) AND state = 'pending' AND closes_at > $2) AS pending,
    (SELECT coalesce(sum(amount), 0)::bigint FROM deposit
     WHERE user_id IN (SELECT user_id FROM account) AND state = 'expired' AND claimed_at IS NOT NULL AND closes_at > $2) AS claimed
  FROM activity_day WHERE user_id IN (SELECT user_id FROM account) AND day >= least($4::date, $5::date)`;

/** Reads the used amounts at `at` and the player's own limits, in one statement. */
export async function readLimitUsage(db: Db, userId: string, at: Date): Promise<LimitUsage> {
  const days = LIMIT_PERIODS.map((period) => periodStartDay(period, at.getTime()));
  const { rows } = await db.query<UsedRow>({ name: 'limit-usage', text: LIMIT_USAGE_QUERY, values: [userId, at, ...days] });
  const [row] = rows;
  if (row === undefined) throw new Error('a query of sums returns one row');
  const amountsOf = (figure: 'staked' | 'lost' | 'deposited', extra = 0) => ({
    day: kobo(row[`${figure}_day`] + extra),
    week: kobo(row[`${figure}_week`] + extra),
    month: kobo(row[`${figure}_month`] + extra),
  });
  return {
    ownLimits: row.own.map(({ kind, period, amount }) => ({ kind, period, amount: kobo(amount) })),
    used: { stake: amountsOf('staked'), loss: amountsOf('lost'), deposit: amountsOf('deposited', row.pending + row.claimed) },
    claimedAmount: kobo(row.claimed),
  };
}

/** A limit with what remains of it, in kobo. */
export interface RemainingLimit extends Limit {
  readonly remaining: Kobo;
}

/** Returns the limit of these kinds of which the least remains; null where there is none. */
export function findTightest(limits: readonly Limit[], used: UsedAmounts, kinds: readonly LimitKind[]): RemainingLimit | null {
  const all = limits
    .filter(({ kind }) => kinds.includes(kind))
    .map((limit) => ({ ...limit, remaining: remainingOf(limit, used) }))
    // Among limits with an equal remainder the one with the longest period comes first.
    .sort((a, b) => a.remaining - b.remaining || LIMIT_PERIODS.indexOf(b.period) - LIMIT_PERIODS.indexOf(a.period));
  return all[0] ?? null;
}

/** Returns the remainder of a limit, which is never below zero. */
export function remainingOf({ kind, period, amount }: Limit, used: UsedAmounts): Kobo {
  const remaining = subKobo(amount, used[kind][period]);
  return remaining < 0 ? ZERO_KOBO : remaining;
}

/** An amount to check against the limits. */
export interface LimitCheck {
  readonly userId: string;
  readonly purpose: 'stake' | 'deposit';
  readonly amount: Kobo;
  readonly at: Date;
  /** The payment has arrived and is to be credited. Then claimed deposits do not count, because this may be one of them. */
  readonly isPaid?: true;
  /** The end of the player's exclusion, null for one without an end. A limit applies only if its period is longer than the rest of the exclusion. */
  readonly excludedUntil?: Date | null;
}

/** The limits that may apply to the player. */
interface AppliedLimits {
  /** The player has set limits. */
  readonly hasOwnLimits: boolean;
  readonly ceilings: readonly Limit[];
}

/** Says whether any limit applies; where none does, the used amounts need not be read. */
export function hasLimits({ hasOwnLimits, ceilings }: AppliedLimits): boolean {
  return hasOwnLimits || ceilings.length > 0;
}

/**
 * Throws `limit-exceeded` where the amount is more than the remainder of any limit. It reads nothing where no limit applies. For a
 * deposit the caller holds the player's row, so that the remainder cannot change before the deposit is stored.
 */
export async function assertWithinLimits(tx: Db, limits: AppliedLimits, check: LimitCheck): Promise<void> {
  if (!hasLimits(limits)) return;
  refuseOverLimit(await readLimitUsage(tx, check.userId, check.at), limits.ceilings, check);
}

/** Throws as `assertWithinLimits`, from the usage that was read under the lock of the player's real account. Pure. */
export function refuseOverLimit(usage: LimitUsage, ceilings: readonly Limit[], check: LimitCheck): void {
  const { purpose, amount, at, isPaid } = check;
  const own = usage.ownLimits.filter((limit) => isApplicable(limit, check));
  const used = isPaid === true ? withoutClaimed(usage) : usage.used;
  const limit = findTightest([...own, ...ceilings.filter((limit) => isApplicable(limit, check))], used, purpose === 'stake' ? ['stake', 'loss'] : ['deposit']);
  if (limit === null || amount <= limit.remaining) return;
  const isOwn = own.some(({ kind, period, amount: maximum }) => kind === limit.kind && period === limit.period && maximum === limit.amount);
  throw limitProblem(limit, purpose, isOwn, at);
}

/** A month counts as 31 days, whichever month it is. */
const LONGEST_PERIOD_MS: Readonly<Record<LimitPeriod, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS };

/**
 * During an exclusion a limit applies only if its period is longer than the rest of the exclusion. We compare lengths and not calendar periods:
 * for an exclusion that ends at 01:00, today's limit ends an hour earlier and would otherwise be ignored.
 */
function isApplicable({ period }: Limit, { at, excludedUntil }: LimitCheck): boolean {
  if (excludedUntil === undefined) return true;
  return excludedUntil !== null && excludedUntil.getTime() - at.getTime() < LONGEST_PERIOD_MS[period];
}

function withoutClaimed({ used, claimedAmount }: LimitUsage): UsedAmounts {
  const { day, week, month } = used.deposit;
  return { ...used, deposit: { day: subKobo(day, claimedAmount), week: subKobo(week, claimedAmount), month: subKobo(month, claimedAmount) } };
}

const PERIOD_WORDS: Readonly<Record<LimitPeriod, string>> = { day: 'daily', week: 'weekly', month: 'monthly' };

function limitProblem({ kind, period, amount, remaining }: RemainingLimit, purpose: LimitCheck['purpose'], isOwn: boolean, at: Date): ProblemError {
  const owner = isOwn ? 'Your' : 'The';
  const resetTime = dateTime(periodEnd(period, at.getTime()));
  const remainder = remaining === 0 ? `nothing is left until ${resetTime}` : `${formatNaira(remaining)} is left until ${resetTime}`;
  const detail = `${owner} ${PERIOD_WORDS[period]} ${kind} limit is ${formatNaira(amount)}: ${remainder}.`;
  return new ProblemError('limit-exceeded', isOwn ? 'This is above your limit' : 'This is above the limit where you are', {
    detail,
    reason: `${kind}-${period}`,
    errors: [{ field: purpose === 'stake' ? 'stake' : 'amount', message: detail }],
  });
}
