/** One limit as it holds on this device now, and the effect of a change to it. Pure. */
import type { Limit } from '../../core/contract/protection';
import { nairaToKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { parseNairaText } from '../../core/naira-text';
import { remainingLimitOf, usedNow } from '../../core/protection-view';
import type { WaitingLimit } from '../../core/protection-view';
import { words } from './words';

export interface LimitFacts {
  readonly limit: Limit;
  /** The player's own limit as it holds here; null = none. */
  readonly own: Kobo | null;
  readonly ceiling: Kobo | null;
  /** The lower of the two; null = neither. */
  readonly effective: Kobo | null;
  readonly used: Kobo;
  readonly remaining: Kobo | null;
  /** It was lowered on this device, and the platform does not know it yet. */
  readonly isWaiting: boolean;
}

const inKobo = (amount: number | null): Kobo | null => (amount === null ? null : nairaToKobo(amount));

export function factsOf(limit: Limit, waiting: readonly WaitingLimit[], nowMs: number): LimitFacts {
  const lowered = waiting.find(({ kind, period }) => kind === limit.kind && period === limit.period)?.amount ?? null;
  const amount = inKobo(limit.amount);
  const own = lowered !== null && (amount === null || lowered < amount) ? lowered : amount;
  const most = remainingLimitOf(limit, waiting, nowMs);
  const [effective, remaining] = [most?.limit ?? null, most?.remaining ?? null];
  return { limit, own, ceiling: inKobo(limit.ceiling), effective, used: usedNow(limit, nowMs), remaining, isWaiting: lowered !== null };
}

/** The kinds of a change; the platform treats each in its own way. `same`: nothing changes. */
export type ChangeKind = 'lower' | 'higher' | 'same';

/** `amount` null: no limit. */
export function kindOfChange(amount: Kobo | null, own: Kobo | null): ChangeKind {
  if (amount === own) return 'same';
  if (amount === null) return 'higher';
  return own === null || amount < own ? 'lower' : 'higher';
}

export type TypedLimit = { readonly ok: true; readonly amount: Kobo } | { readonly ok: false; readonly error: string };

/** Reads a typed limit. ₦0 is allowed. */
export function readLimit(text: string): TypedLimit {
  const parsed = parseNairaText(text);
  if (typeof parsed === 'number') return { ok: true, amount: parsed };
  return { ok: false, error: parsed.error === 'empty' ? words.amountMissing : words.amountOdd };
}
