/** The model of one player's limits, reality checks, breaks and exclusions: a list of actions and of requests. It is pure. */
import { endOfExclusion } from '../../../src/core/protection';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const PLAY_ENDS_MS = 30 * 60_000;
/** The platform accepts a reality check that comes this long before it is due. */
const CHECK_EARLY_MS = 60_000;

export type LimitId = `${LimitKind}-${LimitPeriod}`;

interface Raise {
  readonly amount: number | null;
  readonly from: number;
  readonly until: number;
}

interface Play {
  readonly startedAt: number;
  lastAt: number;
  checkedAt: number;
}

export interface ProtectionModel {
  /** Kobo. */
  readonly limits: Map<LimitId, number>;
  readonly raises: Map<LimitId, Raise>;
  readonly actions: { readonly at: number; readonly what: 'stake' | 'win' | 'deposit'; readonly amount: number }[];
  state: 'none' | 'cool-off' | 'excluded';
  /** Null means for ever. */
  until: number | null;
  minutes: number;
  pendingInterval: { readonly minutes: number; readonly from: number } | null;
  play: Play | null;
}

export function emptyProtection(): ProtectionModel {
  return { limits: new Map(), raises: new Map(), actions: [], state: 'none', until: null, minutes: 60, pendingInterval: null, play: null };
}

/** Names the day, week or month in Lagos that the time belongs to; Lagos is an hour ahead of UTC all year. */
function periodOf(period: LimitPeriod, at: number): string {
  const day = Math.floor((at + HOUR_MS) / DAY_MS);
  // 1 January 1970 was a Thursday.
  if (period === 'week') return String(Math.floor((day + 3) / 7));
  return period === 'day' ? String(day) : new Date(day * DAY_MS).toISOString().slice(0, 7);
}

/** Sums the kobo that count towards a limit; `pending` are the kobo of deposits that can still be paid. */
export function sumUsed({ actions }: ProtectionModel, kind: LimitKind, period: LimitPeriod, now: number, pending: number): number {
  const sum = (what: 'stake' | 'win' | 'deposit'): number =>
    actions.filter((each) => each.what === what && periodOf(period, each.at) === periodOf(period, now)).reduce((all, { amount }) => all + amount, 0);
  if (kind === 'deposit') return sum('deposit') + pending;
  return kind === 'stake' ? sum('stake') : sum('stake') - sum('win');
}

/** Tells if the amount exceeds one of the limits of these kinds. */
export function isBeyond(model: ProtectionModel, kinds: readonly LimitKind[], amount: number, now: number, pending = 0): boolean {
  return [...model.limits].some(([id, amountLimit]) => {
    const [kind, period] = id.split('-') as [LimitKind, LimitPeriod];
    return kinds.includes(kind) && amount > Math.max(0, amountLimit - sumUsed(model, kind, period, now, pending));
  });
}

export function stateAt({ state, until }: ProtectionModel, now: number): ProtectionModel['state'] {
  return state !== 'none' && (until === null || until > now) ? state : 'none';
}

/** Returns the code with which the platform refuses stakes and deposits on a break; null when there is no break. */
export function breakCode(model: ProtectionModel, now: number): 'cool-off' | 'self-excluded' | null {
  const state = stateAt(model, now);
  return state === 'none' ? null : state === 'cool-off' ? 'cool-off' : 'self-excluded';
}

export function exclude(model: ProtectionModel, length: ExclusionLength, now: number): void {
  const ends = endOfExclusion(length, now);
  const requested = length.endsWith('hours') || length.endsWith('days') ? 'cool-off' : 'excluded';
  const runningState = stateAt(model, now);
  if (runningState === 'none') model.until = ends;
  else model.until = model.until === null || ends === null ? null : Math.max(model.until, ends);
  model.state = runningState === 'excluded' ? runningState : requested;
}

export function pendingRaise({ raises }: ProtectionModel, id: LimitId, now: number): Raise | null {
  const raise = raises.get(id);
  return raise !== undefined && raise.until > now ? raise : null;
}

export function setLimit(model: ProtectionModel, id: LimitId, amount: number | null, now: number): void {
  const current = model.limits.get(id) ?? null;
  const isLower = amount !== null && (current === null || amount < current);
  if (isLower) model.limits.set(id, amount);
  if (isLower || amount === current) model.raises.delete(id);
  else if (pendingRaise(model, id, now)?.amount !== amount) model.raises.set(id, { amount, from: now + DAY_MS, until: now + 8 * DAY_MS });
}

/** Confirms a raised limit; returns false when it is too early or too late, or when no raise waits for a confirmation. */
export function confirmLimit(model: ProtectionModel, id: LimitId, amount: number | null, now: number): boolean {
  const raise = pendingRaise(model, id, now);
  if (raise === null) return (model.limits.get(id) ?? null) === amount;
  if (raise.amount !== amount || raise.from > now) return false;
  model.raises.delete(id);
  if (amount === null) model.limits.delete(id);
  else model.limits.set(id, amount);
  return true;
}

export function minutesAt({ minutes, pendingInterval }: ProtectionModel, now: number): number {
  return pendingInterval !== null && pendingInterval.from <= now ? pendingInterval.minutes : minutes;
}

export function setMinutes(model: ProtectionModel, minutes: number, now: number): void {
  const current = minutesAt(model, now);
  const pendingMinutes = model.pendingInterval !== null && model.pendingInterval.from > now ? model.pendingInterval.minutes : null;
  if (minutes === (pendingMinutes ?? current)) return;
  model.minutes = Math.min(minutes, current);
  model.pendingInterval = minutes > current ? { minutes, from: now + DAY_MS } : null;
}

/** Returns the play that is under way. */
export function playAt({ play }: ProtectionModel, now: number): Play | null {
  return play !== null && now - play.lastAt < PLAY_ENDS_MS ? play : null;
}

/** Returns the time at which a reality check stops the play; Infinity when there is no play. */
export function checkDueAt(model: ProtectionModel, now: number): number {
  const play = playAt(model, now);
  return play === null ? Infinity : play.checkedAt + minutesAt(model, now) * 60_000;
}

export function isCheckDue(model: ProtectionModel, now: number, early = 0): boolean {
  return now + early >= checkDueAt(model, now);
}

/** The player confirms the reality check. */
export function acknowledgeCheck(model: ProtectionModel, now: number): void {
  const play = playAt(model, now);
  if (play !== null && isCheckDue(model, now, CHECK_EARLY_MS)) play.checkedAt = now;
}

/** Records a round. */
export function recordPlay(model: ProtectionModel, stake: number, win: number, now: number): void {
  model.actions.push({ at: now, what: 'stake', amount: stake }, { at: now, what: 'win', amount: win });
  const play = playAt(model, now);
  if (play === null) model.play = { startedAt: now, lastAt: now, checkedAt: now };
  else play.lastAt = now;
}
