import { formatNaira } from '../../core/money';
import { parseNairaText } from '../../core/naira-text';
import type { Kobo } from '../../core/money';
import { amountWords } from '../shared/money/amount-words';
import { words } from './words';

/** The limits of a method in kobo; null while they are not known. */
export interface Limits {
  readonly min: Kobo;
  readonly max: Kobo;
}

export type Amount = { readonly ok: true; readonly kobo: Kobo } | { readonly ok: false; readonly error: string };

/** Reads the typed amount and checks it against the limits, with words for the field. */
export function readAmount(text: string, limits: Limits | null): Amount {
  const parsed = parseNairaText(text);
  if (typeof parsed !== 'number') return { ok: false, error: amountWords[parsed.error] };
  if (parsed === 0) return { ok: false, error: words.zero };
  if (limits === null) return { ok: true, kobo: parsed };
  if (parsed < limits.min) return { ok: false, error: words.tooSmall(formatNaira(limits.min, { whole: true })) };
  if (parsed > limits.max) return { ok: false, error: words.tooLarge(formatNaira(limits.max, { whole: true })) };
  return { ok: true, kobo: parsed };
}

/** The amount as a person writes it, without the sign: `5,000` or `5,000.50`. */
export function amountText(kobo: Kobo): string {
  return formatNaira(kobo, { whole: true }).replace(/^₦\s*/, '');
}
