/**
 * The protection that holds for a player on this device: the platform's, and changes that wait to be sent and bind here already.
 * Pure; amounts in kobo.
 */
import type { Limit, Protection } from './contract/protection';
import { nairaToKobo, subKobo, ZERO_KOBO } from './money';
import type { Kobo } from './money';
import type { OutboxItem } from './outbox/item';
import { EXCLUSION_LENGTHS, LIMIT_KINDS, LIMIT_PERIODS, endOfExclusion, stateOfLength } from './protection';
import type { ExclusionLength, LimitKind, LimitPeriod, ProtectionState } from './protection';

/** A break that has started, at least on this device. */
export interface Break {
  readonly state: Exclude<ProtectionState, 'none'>;
  /** Epoch ms; null: it has no end; undefined: this device does not know the end. */
  readonly until: number | null | undefined;
  /** It has not reached the platform yet: it holds in this browser alone, and its time counts from the moment it arrives. */
  readonly isWaiting: boolean;
  /** A newer build left it, and only one can send it. */
  readonly needsNewerApp?: true;
}

/** A limit that was lowered here and has not reached the platform yet. */
export interface WaitingLimit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amount: Kobo;
}

const bodyOf = ({ body }: OutboxItem): Readonly<Record<string, unknown>> => (typeof body === 'object' && body !== null ? { ...body } : {});

interface WaitingExclusion {
  /** Null: a newer build left one, and this one can't read how long it is. It may be the longest. */
  readonly length: ExclusionLength | null;
  readonly at: number;
  /** The strictest state that this build can read in what waits; a break at least. */
  readonly state: Exclude<ProtectionState, 'none'>;
}

/** The break that waits to be sent, the longest where there are several, or null. */
export function waitingExclusion(items: readonly OutboxItem[]): WaitingExclusion | null {
  const waiting = items.filter(({ kind, state }) => kind === 'exclude' && state === 'waiting').map((item) => ({
    length: EXCLUSION_LENGTHS.find((each) => each === bodyOf(item)['length']) ?? null, at: item.at,
  }));
  // `EXCLUSION_LENGTHS` is in order of length.
  const longest = waiting.toSorted((a, b) => rankOf(b) - rankOf(a))[0];
  if (longest === undefined) return null;
  const isExcluded = waiting.some(({ length }) => length !== null && stateOfLength(length) === 'excluded');
  return { ...longest, state: isExcluded ? 'excluded' : 'cool-off' };
}

const rankOf = ({ length }: Pick<WaitingExclusion, 'length'>): number => (length === null ? Infinity : EXCLUSION_LENGTHS.indexOf(length));

/** A lowered limit that a newer build left and this one can't read. What it says of its kind and amount holds, as far as it says so. */
export interface UnreadLimit {
  readonly kind: LimitKind | null;
  readonly amount: Kobo | null;
}

export function unreadLimits(items: readonly OutboxItem[]): readonly UnreadLimit[] {
  return items.flatMap((item) => {
    if (item.kind !== 'lower-limit' || item.state !== 'waiting' || waitingLimits([item]).length > 0) return [];
    const body = bodyOf(item);
    return [{ kind: LIMIT_KINDS.find((each) => each === body['kind']) ?? null, amount: nairaToKobo(body['amount']) }];
  });
}

/** The lowered limits that wait to be sent. */
export function waitingLimits(items: readonly OutboxItem[]): readonly WaitingLimit[] {
  return items.flatMap((item) => {
    if (item.kind !== 'lower-limit' || item.state !== 'waiting') return [];
    const body = bodyOf(item);
    const kind = LIMIT_KINDS.find((each) => each === body['kind']);
    const period = LIMIT_PERIODS.find((each) => each === body['period']);
    const amount = nairaToKobo(body['amount']);
    return kind && period && amount !== null ? [{ kind, period, amount }] : [];
  });
}

const laterOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b));

/** Returns the player's break, null without one. The stricter and later state holds. `accountState` serves where only the account is known. */
export function breakOf(
  accountState: ProtectionState | undefined,
  protection: Pick<Protection, 'state' | 'until'> | null,
  items: readonly OutboxItem[],
): Break | null {
  const exclusion = waitingExclusion(items);
  const state = accountState ?? protection?.state ?? 'none';
  const isSameState = protection !== null && protection.state === state;
  const until = !isSameState ? undefined : protection.until === null ? null : Date.parse(protection.until);
  if (exclusion === null) return state === 'none' ? null : { state, until, isWaiting: false };
  // Only a newer build can read how long it is, but we know that it has started.
  if (exclusion.length === null) return { state: state === 'excluded' ? state : exclusion.state, until: undefined, isWaiting: true, needsNewerApp: true };
  const end = endOfExclusion(exclusion.length, exclusion.at);
  if (state === 'none') return { state: exclusion.state, until: end, isWaiting: true };
  return { state: exclusion.state === 'excluded' ? 'excluded' : state, until: until === undefined ? undefined : laterOf(until, end), isWaiting: true };
}

/** The rest of one limit that holds. */
export interface RemainingLimit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** The lowest of the player's own, what waits to be sent, and what the operator allows. */
  readonly limit: Kobo;
  readonly remaining: Kobo;
  /** True: the limit is the operator's, not the player's own. */
  readonly isCeiling: boolean;
}

/** How much of a limit is used now: nothing if its period is over. Below zero where more was won than staked. */
export function usedNow({ used, resetsAt }: Limit, nowMs: number): Kobo {
  return nowMs >= Date.parse(resetsAt) ? ZERO_KOBO : (nairaToKobo(used) ?? ZERO_KOBO);
}

/** The rest of one limit; null where none is set. */
export function remainingLimitOf(limit: Limit, waitingLimits: readonly WaitingLimit[], nowMs: number): RemainingLimit | null {
  const { kind, period } = limit;
  const waitingAmounts = waitingLimits.filter((each) => each.kind === kind && each.period === period).map(({ amount }) => amount);
  const own = [limit.amount === null ? null : nairaToKobo(limit.amount), ...waitingAmounts].filter((each) => each !== null);
  const ceiling = limit.ceiling === null ? null : nairaToKobo(limit.ceiling);
  const lowest = [...own, ...(ceiling === null ? [] : [ceiling])].sort((a, b) => a - b)[0];
  if (lowest === undefined) return null;
  const left = subKobo(lowest, usedNow(limit, nowMs));
  return { kind, period, limit: lowest, remaining: left < 0 ? ZERO_KOBO : left, isCeiling: !own.includes(lowest) };
}

/** The rest of the limit that stops first, among those of `kinds`; null where none is set. */
export function lowestRemainingLimit(
  kinds: readonly LimitKind[],
  limits: readonly Limit[],
  waitingLimits: readonly WaitingLimit[],
  nowMs: number,
): RemainingLimit | null {
  const all = limits.filter(({ kind }) => kinds.includes(kind)).flatMap((limit) => remainingLimitOf(limit, waitingLimits, nowMs) ?? []);
  const rank = ({ period }: RemainingLimit) => LIMIT_PERIODS.indexOf(period);
  return all.sort((a, b) => a.remaining - b.remaining || rank(a) - rank(b))[0] ?? null;
}

/** The kinds of limits that can stop a deposit, and a stake. Loss limits are among the latter, because the whole stake may be lost. */
export const KINDS_OF_DEPOSIT = ['deposit'] as const;
export const KINDS_OF_STAKE = ['stake', 'loss'] as const;

/** The protection after a round, worked out here until the platform's own answer comes. */
export function afterRound(protection: Protection, stake: number, win: number): Protection {
  const add = (a: number, b: number) => Math.round((a + b) * 100) / 100;
  const cost = { deposit: 0, stake, loss: add(stake, -win) };
  const { play } = protection;
  return {
    ...protection,
    limits: protection.limits.map((limit) => {
      const used = add(limit.used, cost[limit.kind]);
      const most = Math.min(limit.amount ?? Infinity, limit.ceiling ?? Infinity);
      return { ...limit, used, left: limit.left === null ? null : Math.max(0, add(most, -used)) };
    }),
    play: play && { ...play, staked: add(play.staked, stake), won: add(play.won, win), rounds: play.rounds + 1 },
  };
}
