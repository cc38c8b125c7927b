/**
 * The games that this app can draw without any answer of a platform. They are the practice shelf where a platform has no catalogue, or has
 * not answered yet. Figures are written here and not computed, so that the lobby loads no engine; a test compares each of them with the
 * engine and its par sheet.
 */
import { kobo } from '../core/money';
import { EMBEDDED_SLOTS } from './catalogue-slots';
import type { EmbeddedGame } from './embedded-game';

export type { EmbeddedGame } from './embedded-game';

const NAIRA = 100;

export const EMBEDDED_GAMES: readonly EmbeddedGame[] = [
  ...EMBEDDED_SLOTS,
  {
    gameId: 'roulette',
    name: 'Roulette',
    kind: 'roulette',
    categories: ['table', 'new'],
    rtp: 36 / 37,
    maxWin: 36,
    maxWinEvery: 37,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    art: '/games/roulette.svg',
  },
  {
    gameId: 'dice',
    name: 'Dice',
    kind: 'dice',
    categories: ['instant', 'new'],
    rtp: 0.9899032,
    maxWin: 9_900,
    maxWinEvery: 10_000,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    art: '/games/dice.svg',
  },
  {
    gameId: 'plinko',
    name: 'Plinko',
    kind: 'plinko',
    categories: ['instant', 'new'],
    rtp: 99_231 / 102_400,
    maxWin: 150,
    maxWinEvery: 2_048,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    art: '/games/plinko.svg',
  },
  {
    gameId: 'mines',
    name: 'Mines',
    kind: 'mines',
    categories: ['instant', 'new'],
    rtp: 6_187 / 6_250,
    maxWin: 475_893,
    maxWinEvery: 480_700,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    art: '/games/mines.svg',
  },
  {
    gameId: 'blackjack',
    name: 'Blackjack',
    kind: 'blackjack',
    categories: ['table', 'new'],
    rtp: Number(7_016_161_098_045_143_337_706_614_398n) / 13 ** 25,
    hitRate: 0.523658550502,
    profitRate: 0.432867514673,
    maxWin: 8,
    maxWinEvery: 2_495.78,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    art: '/games/blackjack.svg',
  },
];

/** Undefined for a game that this version of the app can't draw. */
export function embeddedGame(gameId: string): EmbeddedGame | undefined {
  return EMBEDDED_GAMES.find((game) => game.gameId === gameId);
}
