/**
 * The games that this app can draw, known without asking anybody: the practice shelf where a platform has no catalogue,
 * or has not answered yet. Figures are written down here, not computed, so that the lobby does not load an engine; a test
 * holds each of them against the engine and its par sheet.
 */
import type { GameKind } from '../core/games/engine';
import { kobo } from '../core/money';
import type { Kobo } from '../core/money';
import adireGoldArt from './art/adire-gold.svg?url';
import blackjackArt from './art/blackjack.svg?url';
import diceArt from './art/dice.svg?url';
import minesArt from './art/mines.svg?url';
import plinkoArt from './art/plinko.svg?url';
import rouletteArt from './art/roulette.svg?url';

export interface EmbeddedGame {
  readonly gameId: string;
  readonly name: string;
  readonly kind: GameKind;
  readonly categories: readonly string[];
  /** One sentence for the shelf. */
  readonly pitch: string;
  /** Return to player as a fraction of the stake, 0 … 1. */
  readonly rtp: number;
  /** Share of rounds that pay anything, 0 … 1. Missing where the player's bet or play decides it. */
  readonly hitRate?: number;
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
  {
    gameId: 'roulette',
    name: 'Roulette',
    kind: 'roulette',
    categories: ['table', 'new'],
    pitch: 'One zero, the whole table of bets, and the same return on every one of them.',
    rtp: 36 / 37,
    maxWin: 36,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    art: '/games/roulette.svg',
    localArt: rouletteArt,
  },
  {
    gameId: 'dice',
    name: 'Dice',
    kind: 'dice',
    categories: ['instant', 'new'],
    pitch: 'Choose your own chance, from a safe step to the longest shot.',
    rtp: 0.99,
    maxWin: 9_900,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    art: '/games/dice.svg',
    localArt: diceArt,
  },
  {
    gameId: 'plinko',
    name: 'Plinko',
    kind: 'plinko',
    categories: ['instant', 'new'],
    pitch: 'A ball, twelve rows of pins, three risks to choose from.',
    rtp: 99_303 / 102_400,
    hitRate: 1,
    maxWin: 150,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    art: '/games/plinko.svg',
    localArt: plinkoArt,
  },
  {
    gameId: 'mines',
    name: 'Mines',
    kind: 'mines',
    categories: ['instant', 'new'],
    pitch: 'Twenty-five fields, as many mines as you like. Stop when you like.',
    rtp: 0.99,
    maxWin: 475_893,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    art: '/games/mines.svg',
    localArt: minesArt,
  },
  {
    gameId: 'blackjack',
    name: 'Blackjack',
    kind: 'blackjack',
    categories: ['table', 'new'],
    pitch: 'Hit, stand, double or split. A blackjack pays 3 to 2.',
    rtp: Number(7_016_161_098_045_143_337_706_614_398n) / 13 ** 25,
    maxWin: 8,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    art: '/games/blackjack.svg',
    localArt: blackjackArt,
  },
];

/** Undefined for a game that this version of the app can't draw. */
export function embeddedGame(gameId: string): EmbeddedGame | undefined {
  return EMBEDDED_GAMES.find((game) => game.gameId === gameId);
}
