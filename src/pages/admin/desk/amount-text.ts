/** Writes amounts in naira at the desk. A dash for what is no whole number of kobo. Pure. */
import { formatNaira, roundToKobo } from '../../../core/money';

/** `₦1,200`, with kobo where there are some: in sentences. */
export function nairaText(amount: number): string {
  const kobo = roundToKobo(amount);
  return kobo === null ? '–' : formatNaira(kobo, { whole: true });
}

/** `₦1,200.50`, always with kobo, so that columns line up. */
export function amountText(amount: number): string {
  const kobo = roundToKobo(amount);
  return kobo === null ? '–' : formatNaira(kobo);
}
