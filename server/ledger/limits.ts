/** Limits as the ledger holds them against a stake or a deposit: the player's own and what the place allows, the lower applies. */
import { formatNaira, kobo, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { LIMIT_KINDS, LIMIT_PERIODS, periodEnd, periodStartDay } from '../../src/core/protection';
import type { LimitKind, LimitPeriod } from '../../src/core/protection';
import { DAY_MS, dateTime } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import type { Ceilings } from '../place/rules';
import type { Db } from './accounts';
import { ACCOUNTS_IN_TURN } from './person';

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
export type Used = Readonly<Record<LimitKind, Readonly<Record<LimitPeriod, Kobo>>>>;

interface UsedRow extends Record<`${'staked' | 'lost' | 'deposited'}_${LimitPeriod}`, number> {
  own: readonly { kind: LimitKind; period: LimitPeriod; amount: number }[];
  pending: number;
  claimed: number;
}

export interface Standing {
  /** The player's own limits. */
  readonly own: readonly Limit[];
  readonly used: Used;
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
  WITH account AS MATERIALIZED (${ACCOUNTS_IN_TURN})
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
  const of = (figure: 'staked' | 'lost' | 'deposited', more = 0) => ({
    day: kobo(row[`${figure}_day`] + more),
    week: kobo(row[`${figure}_week`] + more),
    month: kobo(row[`${figure}_month`] + more),
  });
  return {
    own: row.own.map(({ kind, period, amount }) => ({ kind, period, amount: kobo(amount) })),
    used: { stake: of('staked'), loss: of('lost'), deposit: of('deposited', row.pending + row.claimed) },
    claimed: kobo(row.claimed),
  };
}

/** A limit that applies, and what is left of it. */
export interface Left extends Limit {
  readonly left: Kobo;
}

/** Of limits of these kinds the one with the least left; null where there is none. */
export function tightest(limits: readonly Limit[], used: Used, kinds: readonly LimitKind[]): Left | null {
  const all = limits
    .filter(({ kind }) => kinds.includes(kind))
    .map((limit) => ({ ...limit, left: leftOf(limit, used) }))
    // Of equals the one that lasts longest.
    .sort((a, b) => a.left - b.left || LIMIT_PERIODS.indexOf(b.period) - LIMIT_PERIODS.indexOf(a.period));
  return all[0] ?? null;
}

/** Never below zero. */
export function leftOf({ kind, period, amount }: Limit, used: Used): Kobo {
  const left = subKobo(amount, used[kind][period]);
  return left < 0 ? ZERO_KOBO : left;
}

/** What is wanted, to be held against limits. */
export interface Wanted {
  readonly userId: string;
  readonly what: 'stake' | 'deposit';
  readonly amount: Kobo;
  readonly at: Date;
  /** A payment that came, and is to be credited: what is only claimed, itself among it, takes no room from it. */
  readonly isPaid?: true;
  /** Until when an exclusion keeps it from being played with, null = for good: a limit holds if its period is longer than what is left of that. */
  readonly excludedUntil?: Date | null;
}

/** The limits of the player who wants it. */
interface Limited {
  /** There are some of the player's own. */
  readonly limited: boolean;
  readonly ceilings: readonly Limit[];
}

/** Without any, nobody needs to look at what is used of them. */
export function hasLimits({ limited, ceilings }: Limited): boolean {
  return limited || ceilings.length > 0;
}

/**
 * Throws `limit-exceeded` where the amount is more than is left of any limit. Looks only where there is one. The caller
 * holds what makes this look the last one: the player's row for a deposit.
 */
export async function assertWithinLimits(tx: Db, limits: Limited, wanted: Wanted): Promise<void> {
  if (!hasLimits(limits)) return;
  refuseOverLimit(await readStanding(tx, wanted.userId, wanted.at), limits.ceilings, wanted);
}

/** The same of a standing that nothing can change any more: a stake's is read while the player's real account is locked. Pure. */
export function refuseOverLimit(standing: Standing, ceilings: readonly Limit[], wanted: Wanted): void {
  const { what, amount, at, isPaid } = wanted;
  const own = standing.own.filter((limit) => holds(limit, wanted));
  const used = isPaid === true ? withoutClaimed(standing) : standing.used;
  const found = tightest([...own, ...ceilings.filter((limit) => holds(limit, wanted))], used, what === 'stake' ? ['stake', 'loss'] : ['deposit']);
  if (found === null || amount <= found.left) return;
  const isOwn = own.some(({ kind, period, amount: most }) => kind === found.kind && period === found.period && most === found.amount);
  throw limitProblem(found, what, isOwn, at);
}

/** However long the month is. */
const LONGEST_PERIOD_MS: Readonly<Record<LimitPeriod, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS };

/** By lengths and not by the calendar: a day's limit that ends at midnight would have no hold on what is played with at one. */
function holds({ period }: Limit, { at, excludedUntil }: Wanted): boolean {
  if (excludedUntil === undefined) return true;
  return excludedUntil !== null && excludedUntil.getTime() - at.getTime() < LONGEST_PERIOD_MS[period];
}

function withoutClaimed({ used, claimed }: Standing): Used {
  const { day, week, month } = used.deposit;
  return { ...used, deposit: { day: subKobo(day, claimed), week: subKobo(week, claimed), month: subKobo(month, claimed) } };
}

const PERIOD_WORDS: Readonly<Record<LimitPeriod, string>> = { day: 'daily', week: 'weekly', month: 'monthly' };

function limitProblem({ kind, period, amount, left }: Left, what: Wanted['what'], isOwn: boolean, at: Date): ProblemError {
  const whose = isOwn ? 'Your' : 'The';
  const resets = dateTime(periodEnd(period, at.getTime()));
  const rest = left === 0 ? `nothing is left until ${resets}` : `${formatNaira(left)} is left until ${resets}`;
  const detail = `${whose} ${PERIOD_WORDS[period]} ${kind} limit is ${formatNaira(amount)}: ${rest}.`;
  return new ProblemError('limit-exceeded', isOwn ? 'This is past your limit' : 'This is past the limit here', {
    detail,
    reason: `${kind}-${period}`,
    errors: [{ field: what === 'stake' ? 'stake' : 'amount', message: detail }],
  });
}
