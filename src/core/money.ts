import { MAX_KOBO, nearestKobo } from './nearest-kobo';
import { language } from './words/language';

export { MAX_KOBO };

/**
 * Money as whole kobo (₦1 = 100 kobo). Decimal naira exist only on the wire and on the screen; everything between
 * adds and compares integers, so no sum ever depends on the order in which floats were added.
 */
declare const brand: unique symbol;

/** A whole number of kobo, positive or negative, never beyond ±`MAX_KOBO`. Made by `kobo()` and nothing else. */
export type Kobo = number & { readonly [brand]: 'kobo' };

function isKobo(n: number): n is Kobo {
  return Number.isSafeInteger(n) && Math.abs(n) <= MAX_KOBO;
}

/** Takes `n` as kobo. Throws a RangeError unless it is an integer within ±`MAX_KOBO`. */
export function kobo(n: number): Kobo {
  // -0 would print as "−₦0.00" and fail Object.is comparisons.
  const value = n === 0 ? 0 : n;
  if (!isKobo(value)) throw new RangeError(`not a whole number of kobo within ±${MAX_KOBO}: ${n}`);
  return value;
}

export const ZERO_KOBO: Kobo = kobo(0);

/** Sum of any number of amounts in kobo; of none it is 0. Throws a RangeError past ±`MAX_KOBO`. */
export function addKobo(...amounts: readonly Kobo[]): Kobo {
  let sum = ZERO_KOBO;
  for (const amount of amounts) sum = kobo(sum + amount);
  return sum;
}

/** `a − b` in kobo. Throws a RangeError past ±`MAX_KOBO`. */
export function subKobo(a: Kobo, b: Kobo): Kobo {
  return kobo(a - b);
}

/** `−k` in kobo; zero stays zero. */
export function negateKobo(k: Kobo): Kobo {
  return kobo(-k);
}

/**
 * ⌊k × numerator ÷ denominator⌋ in kobo: exact, rounded once, towards minus infinity. The numerator and denominator are
 * integers (a `number` must be a safe one). Throws a RangeError for a denominator ≤ 0 or a result past ±`MAX_KOBO`.
 */
export function multiplyFloor(k: Kobo, numerator: bigint | number, denominator: bigint | number): Kobo {
  const divisor = BigInt(denominator);
  if (divisor <= 0n) throw new RangeError(`denominator must be positive: ${denominator}`);
  const product = BigInt(k) * BigInt(numerator);
  const truncated = product / divisor;
  const floored = product < 0n && truncated * divisor !== product ? truncated - 1n : truncated;
  return kobo(Number(floored));
}

/**
 * A JSON number in decimal naira → kobo, or null for anything that is not exactly a number of kobo: other types, NaN,
 * infinities, more than two decimals (0.1 + 0.2 included), amounts past ±`MAX_KOBO`. Never rounds an amount.
 */
export function nairaToKobo(amount: unknown): Kobo | null {
  if (typeof amount !== 'number') return null;
  const nearest = Math.round(amount * 100);
  if (!isKobo(nearest) || nearest / 100 !== amount) return null;
  return kobo(nearest);
}

/**
 * As `nairaToKobo`, for amounts in a platform's answer: within 10⁻⁶ naira of a kobo they mean that kobo (1234.5600000000001
 * is ₦1,234.56). What a player or a program asks for is never rounded.
 */
export function roundToKobo(amount: unknown): Kobo | null {
  const nearest = nearestKobo(amount);
  return nearest === null ? null : kobo(nearest);
}

/** Kobo → decimal naira for the wire. The nearest double, from which `nairaToKobo` gives `k` back. */
export function koboToNaira(k: Kobo): number {
  return k / 100;
}

/** `whole: true` leaves ".00" away ("₦5,000"), and only that: "₦5,000.50" keeps its kobo. */
export interface MoneyFormat {
  readonly whole?: boolean;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Building a NumberFormat costs about a thousand times what using it does, hence the cache. */
function formatterOf(currency: string, whole: boolean): Intl.NumberFormat {
  const name = `${language.tag}${currency}${whole ? ':whole' : ''}`;
  const cached = formatters.get(name);
  if (cached) return cached;
  const formatter = new Intl.NumberFormat(language.tag, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    ...(whole ? { trailingZeroDisplay: 'stripIfInteger' as const } : {}),
  });
  formatters.set(name, formatter);
  return formatter;
}

/** The sign is a true minus: a hyphen is shorter than a plus, breaks from its figure at the end of a line, and is not read aloud. */
const withMinus = (text: string): string => text.replace('-', '\u2212');

/** Kobo as people in Nigeria read it: "₦1,234,567.50". English is en-NG on purpose: en-GB and en-US print "NGN". */
export function formatNaira(k: Kobo, format: MoneyFormat = {}): string {
  return withMinus(formatterOf('NGN', format.whole ?? false).format(k / 100));
}

/**
 * An amount in hundredths of `currency` (ISO 4217; a wallet's may be missing). Without a usable code the figure stands
 * alone: a naira sign on money that is not naira would be a lie.
 */
export function formatMoney(k: Kobo, currency: string | null, format: MoneyFormat = {}): string {
  if (currency !== null && /^[A-Z]{3}$/i.test(currency)) {
    return withMinus(formatterOf(currency.toUpperCase(), format.whole ?? false).format(k / 100));
  }
  const naira = formatterOf('NGN', format.whole ?? false).formatToParts(k / 100);
  const figure = withMinus(naira.filter((part) => part.type !== 'currency').map((part) => part.value).join('').trim());
  return currency ? `${figure} ${currency}` : figure;
}
