/**
 * The games that this app can draw, known without asking anybody: the practice shelf where a platform has no catalogue,
 * or has not answered yet. Figures are written down here, not computed, so that the lobby does not load an engine; a test
 * holds each of them against the engine and its par sheet.
 */
import type { GameKind } from '../core/games/engine';
import { kobo } from '../core/money';
import type { Kobo } from '../core/money';
import adireGoldArt from './art/adire-gold.svg?url';
import calabarCarnivalArt from './art/calabar-carnival.svg?url';
import harmattanArt from './art/harmattan.svg?url';
import lagosNightsArt from './art/lagos-nights.svg?url';
import nollywoodReelArt from './art/nollywood-reel.svg?url';
import suyaSpotArt from './art/suya-spot.svg?url';
import talkingDrumArt from './art/talking-drum.svg?url';
import zumaRockArt from './art/zuma-rock.svg?url';
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
    gameId: 'lagos-nights',
    name: 'Lagos Nights',
    kind: 'slots',
    categories: ['slots', 'new'],
    pitch: 'The city after dark: neon stands for every symbol and pays three times.',
    rtp: 2_777_331 / 2_944_414,
    hitRate: 2_430 / 5_819,
    maxWin: 221.25,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    art: '/games/lagos-nights.svg',
    localArt: lagosNightsArt,
  },
  {
    gameId: 'talking-drum',
    name: 'Talking Drum',
    kind: 'slots',
    categories: ['slots', 'made-in-naija'],
    pitch: 'Call and answer: twenty lines pay from the left and from the right.',
    rtp: 1_237_029 / 1_303_210,
    hitRate: 1_637_397 / 2_606_420,
    maxWin: 105.7,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    art: '/games/talking-drum.svg',
    localArt: talkingDrumArt,
  },
  {
    gameId: 'calabar-carnival',
    name: 'Calabar Carnival',
    kind: 'slots',
    categories: ['slots', 'new', 'made-in-naija'],
    pitch: 'Masks, feathers and floats that win free spins, and in them more free spins.',
    rtp: 7_647_719_140_445 / 7_967_369_341_778,
    hitRate: 2_966_413 / 6_156_502,
    maxWin: 23_956.32,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(2_000 * NAIRA),
    art: '/games/calabar-carnival.svg',
    localArt: calabarCarnivalArt,
  },
  {
    gameId: 'harmattan',
    name: 'Harmattan',
    kind: 'slots',
    categories: ['slots', 'made-in-naija'],
    pitch: 'Where the desert wind blows, a whole reel turns wild.',
    rtp: 17_263_367 / 18_282_240,
    hitRate: 3_169 / 13_248,
    maxWin: 672.6,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    art: '/games/harmattan.svg',
    localArt: harmattanArt,
  },
  {
    gameId: 'zuma-rock',
    name: 'Zuma Rock',
    kind: 'slots',
    categories: ['slots', 'made-in-naija'],
    pitch: 'Five lines that pay seldom and much; eagles pay wherever they are.',
    rtp: 1_207_631 / 1_288_408,
    hitRate: 49_011 / 468_512,
    maxWin: 5_500,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(5_000 * NAIRA),
    art: '/games/zuma-rock.svg',
    localArt: zumaRockArt,
  },
  {
    gameId: 'nollywood-reel',
    name: 'Nollywood Reel',
    kind: 'slots',
    categories: ['slots', 'new'],
    pitch: 'Slates win free spins, and each of them pays once more than the one before.',
    rtp: 731_854_469_865 / 767_437_953_788,
    hitRate: 103_413 / 535_348,
    maxWin: 14_675,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(3_000 * NAIRA),
    art: '/games/nollywood-reel.svg',
    localArt: nollywoodReelArt,
  },
  {
    gameId: 'suya-spot',
    name: 'Suya Spot',
    kind: 'slots',
    categories: ['slots', 'new', 'made-in-naija'],
    pitch: 'Small wins that come often: three in a row pay anywhere on a line.',
    rtp: 3_930_065 / 4_084_101,
    hitRate: 155_816 / 453_789,
    maxWin: 190.5,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(20_000 * NAIRA),
    art: '/games/suya-spot.svg',
    localArt: suyaSpotArt,
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
