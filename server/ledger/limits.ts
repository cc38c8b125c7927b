/** Limits as the ledger holds them against a stake or a deposit: the player's own and what the place allows, the lower applies. */
import { formatNaira, kobo, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { LIMIT_KINDS, LIMIT_PERIODS, periodEnd, periodStartDay } from '../../src/core/protection';
import type { LimitKind, LimitPeriod } from '../../src/core/protection';
import { DAY_MS, dateTime } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import type { Ceilings } from '../place/rules';
import type { Db } from './accounts';
import { ACCOUNTS_SHARING_LIMITS } from './person';

export interface Limit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amount: Kobo;
}

/** What a place allows at most, as limits. */
export function limitsOf(ceilings: Ceilings): Limit[] {
  return LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.flatMap((period) => {
      const amount = ceilings[kind][period];
      return amount === null ? [] : [{ kind, period, amount }];
    }),
  );
}

/** What counts towards the limits, by period, in kobo. `loss` is below zero where more was won than staked. */
export type UsedAmounts = Readonly<Record<LimitKind, Readonly<Record<LimitPeriod, Kobo>>>>;

interface UsedRow extends Record<`${'staked' | 'lost' | 'deposited'}_${LimitPeriod}`, number> {
  own: readonly { kind: LimitKind; period: LimitPeriod; amount: number }[];
  pending: number;
  claimed: number;
}

export interface Standing {
  /** The player's own limits. */
  readonly own: readonly Limit[];
  readonly used: UsedAmounts;
  /** Of what is used: deposits that ran out and that the player says were paid. */
  readonly claimed: Kobo;
}

const sums = (['day', 'week', 'month'] as const)
  .map((period, index) => {
    const since = `FILTER (WHERE day >= $${index + 3})`;
    return `coalesce(sum(staked) ${since}, 0)::bigint AS staked_${period}, coalesce(sum(staked - won) ${since}, 0)::bigint AS lost_${period},
      coalesce(sum(deposited) ${since}, 0)::bigint AS deposited_${period}`;
  })
  .join(', ');

/**
 * By the days themselves and not up to now: what was done while the clock was ahead counts, too. A deposit counts from its
 * start until it can't be paid any more; again while the player says that it was paid all the same and that is asked about;
 * and from when it was credited. What a closed account had used counts for the one that has its identity now.
 */
export const STANDING = `
  WITH account AS MATERIALIZED (${ACCOUNTS_SHARING_LIMITS})
  SELECT ${sums},
    (SELECT coalesce(json_agg(l), '[]') FROM (SELECT kind, period, amount FROM player_limit WHERE user_id = $1) l) AS own,
    (SELECT coalesce(sum(amount), 0)::bigint FROM deposit WHERE user_id IN (SELECT user_id FROM account) AND state = 'pending' AND closes_at > $2) AS pending,
    (SELECT coalesce(sum(amount), 0)::bigint FROM deposit
     WHERE user_id IN (SELECT user_id FROM account) AND state = 'expired' AND claimed_at IS NOT NULL AND closes_at > $2) AS claimed
  FROM activity_day WHERE user_id IN (SELECT user_id FROM account) AND day >= least($4::date, $5::date)`;

/** What counts at `at`, and the player's own limits, in one look. */
export async function readStanding(db: Db, userId: string, at: Date): Promise<Standing> {
  const days = LIMIT_PERIODS.map((period) => periodStartDay(period, at.getTime()));
  const { rows } = await db.query<UsedRow>({ name: 'limit-standing', text: STANDING, values: [userId, at, ...days] });
  const [row] = rows;
  if (row === undefined) throw new Error('sums are one row');
  const amountsOf = (figure: 'staked' | 'lost' | 'deposited', more = 0) => ({
    day: kobo(row[`${figure}_day`] + more),
    week: kobo(row[`${figure}_week`] + more),
    month: kobo(row[`${figure}_month`] + more),
  });
  return {
    own: row.own.map(({ kind, period, amount }) => ({ kind, period, amount: kobo(amount) })),
    used: { stake: amountsOf('staked'), loss: amountsOf('lost'), deposit: amountsOf('deposited', row.pending + row.claimed) },
    claimed: kobo(row.claimed),
  };
}

/** A limit that applies, and what is left of it. */
export interface RemainingLimit extends Limit {
  readonly remaining: Kobo;
}

/** Of limits of these kinds the one with the least left; null where there is none. */
export function findTightest(limits: readonly Limit[], used: UsedAmounts, kinds: readonly LimitKind[]): RemainingLimit | null {
  const all = limits
    .filter(({ kind }) => kinds.includes(kind))
    .map((limit) => ({ ...limit, remaining: remainingOf(limit, used) }))
    // Of equals the one that lasts longest.
    .sort((a, b) => a.remaining - b.remaining || LIMIT_PERIODS.indexOf(b.period) - LIMIT_PERIODS.indexOf(a.period));
  return all[0] ?? null;
}

/** Never below zero. */
export function remainingOf({ kind, period, amount }: Limit, used: UsedAmounts): Kobo {
  const remaining = subKobo(amount, used[kind][period]);
  return remaining < 0 ? ZERO_KOBO : remaining;
}

/** What is wanted, to be held against limits. */
export interface LimitCheck {
  readonly userId: string;
  readonly purpose: 'stake' | 'deposit';
  readonly amount: Kobo;
  readonly at: Date;
  /** A payment that came, and is to be credited: what is only claimed, itself among it, takes no room from it. */
  readonly isPaid?: true;
  /** Until when an exclusion keeps it from being played with, null = for good: a limit holds if its period is longer than what is left of that. */
  readonly excludedUntil?: Date | null;
}

/** The limits of the player who wants it. */
interface AppliedLimits {
  /** There are some of the player's own. */
  readonly hasOwnLimits: boolean;
  readonly ceilings: readonly Limit[];
}

/** Without any, nobody needs to look at what is used of them. */
export function hasLimits({ hasOwnLimits: limited, ceilings }: AppliedLimits): boolean {
  return limited || ceilings.length > 0;
}

/**
 * Throws `limit-exceeded` where the amount is more than is left of any limit. Looks only where there is one. The caller
 * holds what makes this look the last one: the player's row for a deposit.
 */
export async function assertWithinLimits(tx: Db, limits: AppliedLimits, check: LimitCheck): Promise<void> {
  if (!hasLimits(limits)) return;
  refuseOverLimit(await readStanding(tx, check.userId, check.at), limits.ceilings, check);
}

/** The same of a standing that nothing can change any more: a stake's is read while the player's real account is locked. Pure. */
export function refuseOverLimit(standing: Standing, ceilings: readonly Limit[], check: LimitCheck): void {
  const { purpose: purpose, amount, at, isPaid } = check;
  const own = standing.own.filter((limit) => isApplicable(limit, check));
  const used = isPaid === true ? withoutClaimed(standing) : standing.used;
  const limit = findTightest([...own, ...ceilings.filter((limit) => isApplicable(limit, check))], used, purpose === 'stake' ? ['stake', 'loss'] : ['deposit']);
  if (limit === null || amount <= limit.remaining) return;
  const isOwn = own.some(({ kind, period, amount: maximum }) => kind === limit.kind && period === limit.period && maximum === limit.amount);
  throw limitProblem(limit, purpose, isOwn, at);
}

/** However long the month is. */
const LONGEST_PERIOD_MS: Readonly<Record<LimitPeriod, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS };

/** By lengths and not by the calendar: a day's limit that ends at midnight would have no hold on what is played with at one. */
function isApplicable({ period }: Limit, { at, excludedUntil }: LimitCheck): boolean {
  if (excludedUntil === undefined) return true;
  return excludedUntil !== null && excludedUntil.getTime() - at.getTime() < LONGEST_PERIOD_MS[period];
}

function withoutClaimed({ used, claimed }: Standing): UsedAmounts {
  const { day, week, month } = used.deposit;
  return { ...used, deposit: { day: subKobo(day, claimed), week: subKobo(week, claimed), month: subKobo(month, claimed) } };
}

const PERIOD_WORDS: Readonly<Record<LimitPeriod, string>> = { day: 'daily', week: 'weekly', month: 'monthly' };

function limitProblem({ kind, period, amount, remaining: remaining }: RemainingLimit, purpose: LimitCheck['purpose'], isOwn: boolean, at: Date): ProblemError {
  const owner = isOwn ? 'Your' : 'The';
  const resetTime = dateTime(periodEnd(period, at.getTime()));
  const remainder = remaining === 0 ? `nothing is left until ${resetTime}` : `${formatNaira(remaining)} is left until ${resetTime}`;
  const detail = `${owner} ${PERIOD_WORDS[period]} ${kind} limit is ${formatNaira(amount)}: ${remainder}.`;
  return new ProblemError('limit-exceeded', isOwn ? 'This is past your limit' : 'This is past the limit here', {
    detail,
    reason: `${kind}-${period}`,
    errors: [{ field: purpose === 'stake' ? 'stake' : 'amount', message: detail }],
  });
}
