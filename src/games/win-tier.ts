/** How much a win is celebrated. Pure. */
import type { Kobo } from '../core/money';

/**
 * `quiet`: the player got at most the stake back, which is no win. `line`: the amount counts up. `seeds`: seeds fly to the balance,
 * too. `pits`: the board of twelve pits fills.
 */
export type WinTier = 'quiet' | 'line' | 'seeds' | 'pits';

const SEEDS_ABOVE = 5;
const PITS_ABOVE = 20;

export function winTier(stake: Kobo, payout: Kobo): WinTier {
  if (payout <= stake) return 'quiet';
  if (payout <= stake * SEEDS_ABOVE) return 'line';
  return payout <= stake * PITS_ABOVE ? 'seeds' : 'pits';
}
