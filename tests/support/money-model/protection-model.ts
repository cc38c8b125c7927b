/** Limits, reality check, breaks and exclusions of one player, as a list of what was done and what was asked for. Pure. */
import { endOfExclusion } from '../../../src/core/protection';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const PLAY_ENDS_MS = 30 * 60_000;
/** The platform takes a look for one that comes this much before it is due. */
const LOOK_EARLY_MS = 60_000;

export type LimitId = `${LimitKind}-${LimitPeriod}`;

interface Raise {
  readonly amount: number | null;
  readonly from: number;
  readonly until: number;
}

interface Play {
  readonly startedAt: number;
  lastAt: number;
  lookedAt: number;
}

export interface ProtectionModel {
  /** Kobo. */
  readonly limits: Map<LimitId, number>;
  readonly raises: Map<LimitId, Raise>;
  readonly done: { readonly at: number; readonly what: 'stake' | 'win' | 'deposit'; readonly amount: number }[];
  state: 'none' | 'cool-off' | 'excluded';
  /** Null = never. */
  until: number | null;
  minutes: number;
  longer: { readonly minutes: number; readonly from: number } | null;
  play: Play | null;
}

export function emptyProtection(): ProtectionModel {
  return { limits: new Map(), raises: new Map(), done: [], state: 'none', until: null, minutes: 60, longer: null, play: null };
}

/** What a moment has in common with all others of its day, week or month in Lagos, which is an hour before UTC all year. */
function periodOf(period: LimitPeriod, at: number): string {
  const day = Math.floor((at + HOUR_MS) / DAY_MS);
  // 1 January 1970 was a Thursday.
  if (period === 'week') return String(Math.floor((day + 3) / 7));
  return period === 'day' ? String(day) : new Date(day * DAY_MS).toISOString().slice(0, 7);
}

/** Kobo that count towards a limit; `pending`: of deposits that can still be paid. */
export function usedOf({ done }: ProtectionModel, kind: LimitKind, period: LimitPeriod, now: number, pending: number): number {
  const sum = (what: 'stake' | 'win' | 'deposit'): number =>
    done.filter((each) => each.what === what && periodOf(period, each.at) === periodOf(period, now)).reduce((all, { amount }) => all + amount, 0);
  if (kind === 'deposit') return sum('deposit') + pending;
  return kind === 'stake' ? sum('stake') : sum('stake') - sum('win');
}

/** Whether one of the limits of these kinds has no room for the amount. */
export function isBeyond(model: ProtectionModel, kinds: readonly LimitKind[], amount: number, now: number, pending = 0): boolean {
  return [...model.limits].some(([id, most]) => {
    const [kind, period] = id.split('-') as [LimitKind, LimitPeriod];
    return kinds.includes(kind) && amount > Math.max(0, most - usedOf(model, kind, period, now, pending));
  });
}

export function stateAt({ state, until }: ProtectionModel, now: number): ProtectionModel['state'] {
  return state !== 'none' && (until === null || until > now) ? state : 'none';
}

/** The code with which stakes and deposits are refused on a break; null: there is none. */
export function breakCode(model: ProtectionModel, now: number): 'cool-off' | 'self-excluded' | null {
  const state = stateAt(model, now);
  return state === 'none' ? null : state === 'cool-off' ? 'cool-off' : 'self-excluded';
}

export function exclude(model: ProtectionModel, length: ExclusionLength, now: number): void {
  const ends = endOfExclusion(length, now);
  const asked = length.endsWith('hours') || length.endsWith('days') ? 'cool-off' : 'excluded';
  const running = stateAt(model, now);
  if (running === 'none') model.until = ends;
  else model.until = model.until === null || ends === null ? null : Math.max(model.until, ends);
  model.state = running === 'excluded' ? running : asked;
}

export function waiting({ raises }: ProtectionModel, id: LimitId, now: number): Raise | null {
  const raise = raises.get(id);
  return raise !== undefined && raise.until > now ? raise : null;
}

export function setLimit(model: ProtectionModel, id: LimitId, amount: number | null, now: number): void {
  const holds = model.limits.get(id) ?? null;
  const isLower = amount !== null && (holds === null || amount < holds);
  if (isLower) model.limits.set(id, amount);
  if (isLower || amount === holds) model.raises.delete(id);
  else if (waiting(model, id, now)?.amount !== amount) model.raises.set(id, { amount, from: now + DAY_MS, until: now + 8 * DAY_MS });
}

/** False: it is not the time for it, or there is nothing to say yes to. */
export function confirmLimit(model: ProtectionModel, id: LimitId, amount: number | null, now: number): boolean {
  const raise = waiting(model, id, now);
  if (raise === null) return (model.limits.get(id) ?? null) === amount;
  if (raise.amount !== amount || raise.from > now) return false;
  model.raises.delete(id);
  if (amount === null) model.limits.delete(id);
  else model.limits.set(id, amount);
  return true;
}

export function minutesAt({ minutes, longer }: ProtectionModel, now: number): number {
  return longer !== null && longer.from <= now ? longer.minutes : minutes;
}

export function setMinutes(model: ProtectionModel, minutes: number, now: number): void {
  const holds = minutesAt(model, now);
  const waits = model.longer !== null && model.longer.from > now ? model.longer.minutes : null;
  if (minutes === (waits ?? holds)) return;
  model.minutes = Math.min(minutes, holds);
  model.longer = minutes > holds ? { minutes, from: now + DAY_MS } : null;
}

/** The play that goes on. */
export function playAt({ play }: ProtectionModel, now: number): Play | null {
  return play !== null && now - play.lastAt < PLAY_ENDS_MS ? play : null;
}

/** When the play that goes on is stopped; never where there is none. */
export function lookDueAt(model: ProtectionModel, now: number): number {
  const play = playAt(model, now);
  return play === null ? Infinity : play.lookedAt + minutesAt(model, now) * 60_000;
}

export function isLookDue(model: ProtectionModel, now: number, early = 0): boolean {
  return now + early >= lookDueAt(model, now);
}

/** The player looks. */
export function look(model: ProtectionModel, now: number): void {
  const play = playAt(model, now);
  if (play !== null && isLookDue(model, now, LOOK_EARLY_MS)) play.lookedAt = now;
}

/** A round was played. */
export function played(model: ProtectionModel, stake: number, win: number, now: number): void {
  model.done.push({ at: now, what: 'stake', amount: stake }, { at: now, what: 'win', amount: win });
  const play = playAt(model, now);
  if (play === null) model.play = { startedAt: now, lastAt: now, lookedAt: now };
  else play.lastAt = now;
}
