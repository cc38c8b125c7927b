/** The facts that the app itself has about a game that it can draw. */
import type { GameKind } from '../core/games/engine';
import type { Kobo } from '../core/money';

export interface EmbeddedGame {
  readonly gameId: string;
  readonly name: string;
  readonly kind: GameKind;
  readonly categories: readonly string[];
  /** Return to player as a fraction of the stake, 0 … 1. */
  readonly rtp: number;
  /** The share of rounds that pay anything, 0 … 1. It is missing where the player's bet or play decides it. */
  readonly hitRate?: number;
  /** The largest win, as a multiple of the stake. */
  readonly maxWin: number;
  /** The limits of practice play, where no platform gives any. */
  readonly minStake: Kobo;
  readonly maxStake: Kobo;
  /** Path of the tile's art on the content host; the app's own host has a copy. */
  readonly art: string;
}
