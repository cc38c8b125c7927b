/** Protection as the contract tells it. */
import { CURRENCY } from '../../src/core/contract/primitives';
import type { Limit, Protection } from '../../src/core/contract/protection';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { LIMIT_KINDS, LIMIT_PERIODS, periodEnd, periodStartDay } from '../../src/core/protection';
import type { LimitKind, LimitPeriod } from '../../src/core/protection';
import { lagosDay } from '../../src/core/time';
import { tagOf } from '../http/etag';
import type { Db } from '../ledger/accounts';
import { leftOf, readStanding } from '../ledger/limits';
import { playAt, playOf } from '../ledger/play-session';
import { protectionAt } from '../ledger/protection-state';
import { realityMinutesAt, toPlayNow } from '../ledger/reality-check';
import type { RealityColumns } from '../ledger/reality-check';
import { rulesFor } from '../place/rules';
import type { CallerPlace, Ceilings, PlaceRules } from '../place/rules';
import { readHead } from './player';
import type { Head } from './player';
import { readRaises } from './raises';
import type { Raise } from './raises';

export interface Looked {
  readonly userId: string;
  readonly now: Date;
  readonly place: CallerPlace;
}

/** The tag and what it was made of. Time alone changes an answer, too: with the day, and as things run out. */
export async function readTagged(db: Db, { userId, now, place }: Looked): Promise<{ readonly tag: string; readonly head: Head }> {
  const head = await readHead(db, userId, now);
  const parts = [
    head.protection_version, head.money_version, head.pending, head.raises, lagosDay(now.getTime()), protectionAt(head, now),
    playAt(playOf(head), now.getTime()) !== null, realityMinutesAt(head, now),
    rulesFor(head.state, place),
  ];
  return { tag: `g${tagOf(JSON.stringify(parts))}`, head };
}

/** Everything; `head` where it was read already. */
export async function readProtection(db: Db, looked: Looked, head?: Head): Promise<Protection> {
  const { userId, now, place } = looked;
  const nowMs = now.getTime();
  const player = head ?? (await readHead(db, userId, now));
  const rules = rulesFor(player.state, place);
  const state = protectionAt(player, now);
  const play = playAt(playOf(player), nowMs);
  const { netDeposits, ...played } = await readSums(db, userId, nowMs);
  return {
    state,
    since: state === 'none' ? null : (player.protection_since?.toISOString() ?? null),
    until: state === 'none' ? null : (player.protection_until?.toISOString() ?? null),
    currency: CURRENCY,
    ...(state !== 'none' && player.protection_carried && { otherAccount: true }),
    limits: await readLimits(db, looked, rules.ceilings),
    realityCheck: toRealityCheck(player, now, rules),
    play: play === null ? null : toPlayNow(play, minutesAt(player, now, rules)),
    netDeposits: koboToNaira(netDeposits),
    played,
    offered: player.limits_answered_at !== null,
    at: now.toISOString(),
  };
}

/** Minutes from one reality check to the next: the shorter of the player's and the place's interval. */
export function minutesAt(player: RealityColumns, now: Date, { realityCheckMinutes: ofPlace }: Pick<PlaceRules, 'realityCheckMinutes'>): number {
  return Math.min(realityMinutesAt(player, now), ofPlace);
}

function toRealityCheck(head: Head, now: Date, rules: PlaceRules): Protection['realityCheck'] {
  const { reality_next: next, reality_next_from: from } = head;
  const waits = next !== null && from !== null && from > now;
  return {
    minutes: minutesAt(head, now, rules),
    pending: waits ? { minutes: next, from: from.toISOString() } : null,
  };
}

async function readLimits(db: Db, { userId, now }: Looked, ceilings: Ceilings): Promise<Limit[]> {
  const { own, used } = await readStanding(db, userId, now);
  const raises = await readRaises(db, userId, now);
  const limits: Limit[] = [];
  for (const kind of LIMIT_KINDS) {
    for (const period of LIMIT_PERIODS) {
      const is = (each: { readonly kind: LimitKind; readonly period: LimitPeriod }) => each.kind === kind && each.period === period;
      const set = own.find(is);
      const ceiling = ceilings[kind][period];
      const amounts = [set?.amount ?? null, ceiling].filter((each) => each !== null);
      limits.push({
        kind,
        period,
        amount: told(set?.amount ?? null),
        ceiling: told(ceiling),
        used: koboToNaira(used[kind][period]),
        left: amounts.length === 0 ? null : koboToNaira(leftOf({ kind, period, amount: kobo(Math.min(...amounts)) }, used)),
        resetsAt: new Date(periodEnd(period, now.getTime())).toISOString(),
        pending: toPending(raises.find(is)),
      });
    }
  }
  return limits;
}

const told = (amount: Kobo | null): number | null => (amount === null ? null : koboToNaira(amount));

function toPending(raise: Raise | undefined): Limit['pending'] {
  if (raise === undefined) return null;
  return {
    amount: told(raise.amount),
    askedAt: raise.askedAt.toISOString(),
    from: raise.from.toISOString(),
    until: raise.until.toISOString(),
  };
}

interface Sums {
  readonly netDeposits: Kobo;
  /** Ms. */
  readonly day: number;
  readonly week: number;
  readonly month: number;
  readonly ever: number;
}

/** Reads all days of the player: one row for each on which something was done. */
async function readSums(db: Db, userId: string, nowMs: number): Promise<Sums> {
  const since = LIMIT_PERIODS.map((period) => periodStartDay(period, nowMs));
  const of = (index: number) => `coalesce(sum(played_ms) FILTER (WHERE day >= $${index}), 0)::bigint`;
  const { rows } = await db.query<Record<'net' | 'ever' | LimitPeriod, number>>({
    name: 'protection-sums',
    text: `SELECT coalesce(sum(deposited - withdrawn), 0)::bigint AS net, coalesce(sum(played_ms), 0)::bigint AS ever,
        ${of(2)} AS day, ${of(3)} AS week, ${of(4)} AS month FROM activity_day WHERE user_id = $1`,
    values: [userId, ...since],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('sums are one row');
  return { netDeposits: kobo(row.net), day: row.day, week: row.week, month: row.month, ever: row.ever };
}
