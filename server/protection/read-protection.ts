/** Reads a player's protection for the answer that the contract declares. */
import { CURRENCY } from '../../src/core/contract/primitives';
import type { Limit, Protection } from '../../src/core/contract/protection';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { LIMIT_KINDS, LIMIT_PERIODS, periodEnd, periodStartDay } from '../../src/core/protection';
import type { LimitKind, LimitPeriod } from '../../src/core/protection';
import { lagosDay } from '../../src/core/time';
import { tagOf } from '../http/etag';
import type { Db } from '../ledger/accounts';
import { remainingOf, readLimitUsage } from '../ledger/limits';
import { playAt, playOf } from '../ledger/play-session';
import { protectionAt } from '../ledger/protection-state';
import { realityMinutesAt, toPlayNow } from '../ledger/reality-check';
import type { RealityColumns } from '../ledger/reality-check';
import { rulesFor } from '../place/rules';
import type { CallerPlace, Ceilings, PlaceRules } from '../place/rules';
import { toAdvice } from './advice';
import { readPlayerProtection } from './player';
import type { PlayerProtection } from './player';
import { readRaises } from './raises';
import type { LimitRaise } from './raises';

export interface ProtectionQuery {
  readonly userId: string;
  readonly now: Date;
  readonly place: CallerPlace;
}

/**
 * Makes the tag of an answer, and returns the row that it was made from. The day and the running states are parts of the tag,
 * since an answer also changes when a day begins or something expires.
 */
export async function readTag(db: Db, { userId, now, place }: ProtectionQuery): Promise<{ readonly tag: string; readonly player: PlayerProtection }> {
  const player = await readPlayerProtection(db, userId, now);
  const parts = [
    player.protection_version, player.money_version, player.pending, player.raises, player.advice?.at, lagosDay(now.getTime()),
    protectionAt(player, now),
    playAt(playOf(player), now.getTime()) !== null, realityMinutesAt(player, now),
    rulesFor(player.state, place),
  ];
  return { tag: `g${tagOf(JSON.stringify(parts))}`, player };
}

/** Reads the whole answer. A caller that has the player's row already passes it as `knownPlayer`. */
export async function readProtection(db: Db, query: ProtectionQuery, knownPlayer?: PlayerProtection): Promise<Protection> {
  const { userId, now, place } = query;
  const nowMs = now.getTime();
  const player = knownPlayer ?? (await readPlayerProtection(db, userId, now));
  const rules = rulesFor(player.state, place);
  const state = protectionAt(player, now);
  const play = playAt(playOf(player), nowMs);
  const { netDeposits, ...played } = await readTotals(db, userId, nowMs);
  return {
    state,
    since: state === 'none' ? null : (player.protection_since?.toISOString() ?? null),
    until: state === 'none' ? null : (player.protection_until?.toISOString() ?? null),
    currency: CURRENCY,
    ...(state !== 'none' && player.protection_carried && { otherAccount: true }),
    limits: await readLimits(db, query, rules.ceilings),
    realityCheck: toRealityCheck(player, now, rules),
    play: play === null ? null : toPlayNow(play, checkIntervalAt(player, now, rules)),
    netDeposits: koboToNaira(netDeposits),
    played,
    offered: player.limits_answered_at !== null,
    ...(player.advice !== null && { advice: toAdvice(player.advice) }),
    at: now.toISOString(),
  };
}

/** Returns the minutes from one reality check to the next: the shorter of the player's and the place's interval. */
export function checkIntervalAt(player: RealityColumns, now: Date, { realityCheckMinutes: placeMinutes }: Pick<PlaceRules, 'realityCheckMinutes'>): number {
  return Math.min(realityMinutesAt(player, now), placeMinutes);
}

function toRealityCheck(player: PlayerProtection, now: Date, rules: PlaceRules): Protection['realityCheck'] {
  const { reality_next: next, reality_next_from: from } = player;
  const isPending = next !== null && from !== null && from > now;
  return {
    minutes: checkIntervalAt(player, now, rules),
    pending: isPending ? { minutes: next, from: from.toISOString() } : null,
  };
}

async function readLimits(db: Db, { userId, now }: ProtectionQuery, ceilings: Ceilings): Promise<Limit[]> {
  const { ownLimits, used } = await readLimitUsage(db, userId, now);
  const raises = await readRaises(db, userId, now);
  const limits: Limit[] = [];
  for (const kind of LIMIT_KINDS) {
    for (const period of LIMIT_PERIODS) {
      const isSameLimit = (each: { readonly kind: LimitKind; readonly period: LimitPeriod }) => each.kind === kind && each.period === period;
      const ownLimit = ownLimits.find(isSameLimit);
      const ceiling = ceilings[kind][period];
      const amounts = [ownLimit?.amount ?? null, ceiling].filter((each) => each !== null);
      limits.push({
        kind,
        period,
        amount: toNaira(ownLimit?.amount ?? null),
        ceiling: toNaira(ceiling),
        used: koboToNaira(used[kind][period]),
        left: amounts.length === 0 ? null : koboToNaira(remainingOf({ kind, period, amount: kobo(Math.min(...amounts)) }, used)),
        resetsAt: new Date(periodEnd(period, now.getTime())).toISOString(),
        pending: toPending(raises.find(isSameLimit)),
      });
    }
  }
  return limits;
}

const toNaira = (amount: Kobo | null): number | null => (amount === null ? null : koboToNaira(amount));

function toPending(raise: LimitRaise | undefined): Limit['pending'] {
  if (raise === undefined) return null;
  return {
    amount: toNaira(raise.amount),
    askedAt: raise.requestedAt.toISOString(),
    from: raise.confirmableFrom.toISOString(),
    until: raise.confirmableUntil.toISOString(),
  };
}

interface ActivityTotals {
  readonly netDeposits: Kobo;
  /** The time played on this day, in ms; the next three likewise. */
  readonly day: number;
  readonly week: number;
  readonly month: number;
  readonly ever: number;
}

/** Sums up all of the player's days; there is one row for each day with play or a payment. */
async function readTotals(db: Db, userId: string, nowMs: number): Promise<ActivityTotals> {
  const since = LIMIT_PERIODS.map((period) => periodStartDay(period, nowMs));
  const playedSince = (index: number) => `coalesce(sum(played_ms) FILTER (WHERE day >= $${index}), 0)::bigint`;
  const { rows } = await db.query<Record<'net' | 'ever' | LimitPeriod, number>>({
    name: 'protection-sums',
    text: `SELECT coalesce(sum(deposited - withdrawn), 0)::bigint AS net, coalesce(sum(played_ms), 0)::bigint AS ever,
        ${playedSince(2)} AS day, ${playedSince(3)} AS week, ${playedSince(4)} AS month FROM activity_day WHERE user_id = $1`,
    values: [userId, ...since],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a query of sums returned no row');
  return { netDeposits: kobo(row.net), day: row.day, week: row.week, month: row.month, ever: row.ever };
}
