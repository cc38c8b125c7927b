/** The facts that the app itself has about a game that it can draw. */
import type { GameKind } from '../core/games/engine';
import type { Kobo } from '../core/money';

/** How often a game, or a bet in it, pays what. */
export interface GameOdds {
  /** The shares of rounds that pay anything, and more than the stake, 0 … 1. They are missing where the player's bet or play decides them. */
  readonly hitRate?: number;
  readonly profitRate?: number;
  /** The largest win, as a multiple of the stake. */
  readonly maxWin: number;
  /** It comes once in so many rounds, on average; infinite where a double has no room for the number. */
  readonly maxWinEvery: number;
}

export interface EmbeddedGame extends GameOdds {
  readonly gameId: string;
  readonly name: string;
  readonly kind: GameKind;
  readonly categories: readonly string[];
  /** Return to player as a fraction of the stake, 0 … 1. */
  readonly rtp: number;
  /** The limits of practice play, where no platform gives any. */
  readonly minStake: Kobo;
  readonly maxStake: Kobo;
  /** Path of the tile's art on the content host; the app's own host has a copy. */
  readonly art: string;
}
