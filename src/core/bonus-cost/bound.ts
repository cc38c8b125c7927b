/**
 * Computes the most that a claim can be worth to anybody, with the proof. Pure.
 *
 * Let B be what is granted, w the wagering, c the cap (both times B), and k the least part of a naira of wagering that any game keeps. Play
 * is a game of no gain: all that a player has after it is on average what was there before, less what the games kept. So a claim is worth
 * E = B − (what the games keep), and they keep k·w·B at least wherever the wagering is done, which is the case with a chance p:
 *
 *   E ≤ B − p·k·w·B. A bonus is worth something only where its wagering is done, and then c·B at most: E ≤ p·c·B.
 *
 * The first falls and the second rises with p, so nothing is above where they meet: E ≤ B·c ÷ (c + k·w). It holds for every stake, game, bet
 * and order of them, for every balance, and for giving up at any moment; because no money of the player's is added to a round that bonus money
 * began, bonus money becomes real in no other way. Without a cap it is B, and without a game that counts it is 0.
 */
import { multiplyFloor, negateKobo, ZERO_KOBO } from '../money';
import type { Kobo } from '../money';
import { cheapestGame } from './counted-games';
import type { CountedGame } from './counted-games';

/** The terms on which the worth of a bonus depends. */
export interface WageringTerms {
  readonly wagering: number;
  /** Null for a bonus that becomes real with all that is in it. */
  readonly capTimes: number | null;
}

/** Kobo that a bonus of `granted` is worth at most, on average. Rounded up by less than a kobo. */
export function maxWorth(granted: Kobo, { wagering, capTimes }: WageringTerms, games: readonly CountedGame[]): Kobo {
  const cheapest = cheapestGame(games);
  if (cheapest === null) return ZERO_KOBO;
  if (capTimes === null) return granted;
  const { numerator, denominator } = cheapest.share;
  const cap = BigInt(capTimes) * denominator;
  return negateKobo(multiplyFloor(negateKobo(granted), cap, cap + BigInt(wagering) * numerator));
}
