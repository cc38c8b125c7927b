/**
 * The games that this app can draw, known without asking anybody: the practice shelf where a platform has no catalogue,
 * or has not answered yet. Figures are written down here, not computed, so that the lobby does not load an engine; a test
 * holds each of them against the engine and its par sheet.
 */
import type { GameKind } from '../core/games/engine';
import { kobo } from '../core/money';
import type { Kobo } from '../core/money';
import adireGoldArt from './art/adire-gold.svg?url';

export interface EmbeddedGame {
  readonly gameId: string;
  readonly name: string;
  readonly kind: GameKind;
  readonly categories: readonly string[];
  /** One sentence for the shelf. */
  readonly pitch: string;
  /** Return to player as a fraction of the stake, 0 … 1. */
  readonly rtp: number;
  /** Share of rounds that pay anything, 0 … 1. */
  readonly hitRate: number;
  /** The largest win, as a multiple of the stake. */
  readonly maxWin: number;
  /** Limits of practice play where no platform says any. */
  readonly minStake: Kobo;
  readonly maxStake: Kobo;
  /** Path of the tile's art on the content host, and the copy that comes with the app. */
  readonly art: string;
  readonly localArt: string;
}

const NAIRA = 100;

export const EMBEDDED_GAMES: readonly EmbeddedGame[] = [
  {
    gameId: 'adire-gold',
    name: 'Adire Gold',
    kind: 'slots',
    categories: ['slots', 'new', 'made-in-naija'],
    pitch: 'Indigo cloth, gold cowries, and dye pots that win free spins at double pay.',
    rtp: 253_842_654_119 / 266_927_360_000,
    hitRate: 9_600_949 / 33_331_200,
    maxWin: 6651.2,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(7_500 * NAIRA),
    art: '/games/adire-gold.svg',
    localArt: adireGoldArt,
  },
];

/** Undefined for a game that this version of the app can't draw. */
export function embeddedGame(gameId: string): EmbeddedGame | undefined {
  return EMBEDDED_GAMES.find((game) => game.gameId === gameId);
}
