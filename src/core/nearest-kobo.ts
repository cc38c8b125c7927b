/**
 * Finds the whole number of kobo that a platform means by an amount in naira. It has a file of its own, because the workers need
 * nothing else about money.
 */

/**
 * ₦10 trillion. Below 2^51 every kobo has a double of its own when written as decimal naira, so each amount survives the
 * JSON road there and back exactly; 10^15 is the round figure under that.
 */
export const MAX_KOBO = 1_000_000_000_000_000;

/** In naira. Adding up floats leaves such errors behind (1234.5600000000001), and no platform means an amount so small. */
const SLACK_NAIRA = 1e-6;

/** The kobo nearest to an amount in decimal naira; null for what is no number, too large, or further off than a rounding error of floats. */
export function nearestKobo(naira: unknown): number | null {
  if (typeof naira !== 'number') return null;
  const nearest = Math.round(naira * 100);
  if (!Number.isSafeInteger(nearest) || Math.abs(nearest) > MAX_KOBO) return null;
  return Math.abs(nearest / 100 - naira) <= SLACK_NAIRA ? nearest : null;
}
