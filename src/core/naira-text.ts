/** Amounts in naira as people type them. */
import { kobo, MAX_KOBO } from './money';
import type { Kobo } from './money';

/** Why a typed amount was not understood; the words for people are the form's. */
export type NairaTextError = 'empty' | 'not-a-number' | 'negative' | 'grouping' | 'too-many-decimals' | 'too-large';

const CURRENCY_MARK = /^(?:₦|NGN|N)\s*/i;
const TYPED_NUMBER = /^(\d[\d,\s]*)?(?:\.(\d*))?$/u;
const PLAIN_DIGITS = /^\d+$/;
/** Twice what the largest amount needs; a pasted page of digits never reaches BigInt. */
const MAX_TYPED_LENGTH = 40;
/** Groups of three parted by one kind of mark. "50,00" is no group: a decimal comma must not become ₦5,000. */
const GROUPED_DIGITS = /^\d{1,3}(?:(?:,\d{3})+|(?:\s\d{3})+)$/u;

/**
 * Parses an amount in naira as people type it into kobo: "5000", "5,000", "₦5,000.50", " 5 000 ", "NGN 250", ".50". Returns the
 * reason instead of guessing where the text could mean two amounts.
 */
export function parseNairaText(text: string): Kobo | { readonly error: NairaTextError } {
  const trimmed = text.trim();
  const minus = /^[-−]\s*/u.exec(trimmed);
  const figure = trimmed.slice(minus?.[0].length ?? 0).replace(CURRENCY_MARK, '').trim();
  if (trimmed === '') return { error: 'empty' };
  if (figure === '' || figure === '.') return { error: 'not-a-number' };
  const parts = TYPED_NUMBER.exec(figure);
  if (!parts) return { error: 'not-a-number' };
  if (minus) return { error: 'negative' };
  const whole = (parts[1] ?? '0').trim();
  const decimals = parts[2] ?? '';
  if (!PLAIN_DIGITS.test(whole) && !GROUPED_DIGITS.test(whole)) return { error: 'grouping' };
  if (decimals.length > 2) return { error: 'too-many-decimals' };
  if (whole.length > MAX_TYPED_LENGTH) return { error: 'too-large' };
  const total = BigInt(whole.replace(/[,\s]/gu, '')) * 100n + BigInt(decimals.padEnd(2, '0'));
  if (total > BigInt(MAX_KOBO)) return { error: 'too-large' };
  return kobo(Number(total));
}
