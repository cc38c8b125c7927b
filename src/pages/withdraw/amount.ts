import type { WithdrawalOptions } from '../../core/contract/withdrawals';
import { formatNaira, kobo, nairaToKobo, ZERO_KOBO } from '../../core/money';
import { parseNairaText } from '../../core/naira-text';
import type { Kobo } from '../../core/money';
import { amountWords } from '../shared/money/amount-words';
import { words } from './words';

/** The bounds of a withdrawal in kobo; null for an unknown one. */
export interface Bounds {
  readonly min: Kobo | null;
  readonly max: Kobo | null;
  /** The rest of the day's limit. */
  readonly leftToday: Kobo | null;
  /** The last known real money. */
  readonly balance: Kobo | null;
  /** The part of it that was paid in and has to be played first. */
  readonly locked: Kobo;
  /** The platform has just said this balance, so an amount above it would be refused. An old balance may have grown. */
  readonly isBalanceLive: boolean;
}

export type Amount = { readonly ok: true; readonly kobo: Kobo } | { readonly ok: false; readonly error: string };

/** Leaves decimals out where they are zero, because limits and chips are whole naira as a rule. */
export const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });

/** `takesUnplayed`: the player asks for money that was not played, which has a minimum of its own. */
export function boundsOf(
  options: WithdrawalOptions | null, balance: Kobo | null, isBalanceLive: boolean, locked: Kobo = ZERO_KOBO, takesUnplayed = false,
): Bounds {
  return {
    min: nairaToKobo((takesUnplayed ? options?.turnover?.minUnplayed : undefined) ?? options?.minAmount),
    max: nairaToKobo(options?.maxAmount),
    leftToday: nairaToKobo(options?.leftToday),
    balance,
    locked,
    isBalanceLive,
  };
}

/** Returns the part of the balance that may be withdrawn; null while that is unknown. */
export function freeAmount({ balance, locked }: Pick<Bounds, 'balance' | 'locked'>): Kobo | null {
  return balance === null ? null : kobo(Math.max(0, balance - locked));
}

const amountError = (error: string): Amount => ({ ok: false, error });

/** Reads the typed amount and checks it against the bounds, with words for the field. */
export function readAmount(text: string, bounds: Bounds): Amount {
  const { min, max, leftToday, balance, locked, isBalanceLive } = bounds;
  const free = freeAmount(bounds);
  const parsed = parseNairaText(text);
  if (typeof parsed !== 'number') return amountError(amountWords[parsed.error]);
  if (parsed === 0) return amountError(words.zero);
  if (min !== null && parsed < min) return amountError(words.tooSmall(naira(min)));
  if (balance !== null && isBalanceLive && parsed > balance) return amountError(words.overBalance(formatNaira(balance)));
  if (free !== null && isBalanceLive && parsed > free) return amountError(words.notPlayed(naira(locked), naira(free)));
  if (max !== null && parsed > max) return amountError(words.tooLarge(naira(max)));
  if (leftToday !== null && parsed > leftToday) return amountError(leftToday === 0 ? words.dayFull : words.overDay(naira(leftToday)));
  return { ok: true, kobo: parsed };
}

/** The most that can be withdrawn at once; null where that is nothing, or unknown. */
export function maxAmountOf(bounds: Bounds): Kobo | null {
  const { min, max, leftToday } = bounds;
  const free = freeAmount(bounds);
  if (free === null) return null;
  const most = kobo(Math.min(free, max ?? free, leftToday ?? free));
  return most > 0 && most >= (min ?? 0) ? most : null;
}

const QUICK = [2_000_00, 5_000_00, 10_000_00, 20_000_00, 50_000_00, 100_000_00].map(kobo);
const MAX_CHIPS = 3;

/** The chips: the largest round amounts below all bounds. */
export function quickAmounts(bounds: Bounds): readonly Kobo[] {
  const most = maxAmountOf(bounds);
  if (most === null) return [];
  return QUICK.filter((amount) => amount < most && amount >= (bounds.min ?? 0)).slice(-MAX_CHIPS);
}

/** Says why nothing can be withdrawn now; null when something can, or while that is unknown. */
export function blockReasonOf(bounds: Bounds): string | null {
  const { min, leftToday, isBalanceLive } = bounds;
  const free = freeAmount(bounds);
  if (leftToday === 0) return words.dayFull;
  if (min === null || free === null || !isBalanceLive || free >= min) return null;
  return words.tooLittle(naira(min));
}

/** The amount as a person writes it, without the sign: `5,000` or `5,000.50`. */
export function amountText(amount: Kobo): string {
  return naira(amount).replace(/^₦\s*/, '');
}

/** Says who checks an amount; null while that is unknown. */
export function checkedBy(amount: Kobo, options: WithdrawalOptions | null): 'rules' | 'people' | null {
  const limit = nairaToKobo(options?.automaticUpTo);
  if (limit === null) return null;
  return amount > limit ? 'people' : 'rules';
}
