/** The catalogue's first row of each game of this build. Each start adds those that the catalogue lacks. */
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

export interface InitialGame {
  readonly gameId: string;
  readonly name: string;
  /** With `new`, the game counts as new from the day on which it enters the catalogue. */
  readonly categories: readonly string[];
  /** The share of a stake that counts toward wagering, 0 … 1. */
  readonly contribution: number;
  readonly minStake: Kobo;
  readonly maxStake: Kobo;
  /** The bytes of the game's page, its own chunk and its art over the wire (brotli), beyond what every page loads. */
  readonly bytes: number;
  readonly art: string;
  readonly position: number;
}

const NAIRA = 100;
/** All slots share a page, a stage and an engine; each one's own part is a tenth of this. */
const SLOT_BYTES = 24_000;

/** Makes the row of a slot. Slots differ in name, categories and largest stake, which keeps their largest win within that of a round. */
function slot(position: number, gameId: string, name: string, maxStakeNaira: number, categories: readonly string[]): InitialGame {
  return {
    gameId,
    name,
    categories: ['slots', ...categories],
    contribution: 1,
    minStake: kobo(10 * NAIRA),
    maxStake: kobo(maxStakeNaira * NAIRA),
    bytes: SLOT_BYTES,
    art: `/games/${gameId}.svg`,
    position,
  };
}

export const INITIAL_GAMES: readonly InitialGame[] = [
  slot(10, 'adire-gold', 'Adire Gold', 7_500, ['made-in-naija']),
  slot(20, 'lagos-nights', 'Lagos Nights', 20_000, ['new']),
  slot(30, 'talking-drum', 'Talking Drum', 20_000, ['made-in-naija']),
  slot(40, 'calabar-carnival', 'Calabar Carnival', 2_000, ['new', 'made-in-naija']),
  slot(50, 'harmattan', 'Harmattan', 20_000, ['made-in-naija']),
  slot(60, 'zuma-rock', 'Zuma Rock', 5_000, ['made-in-naija']),
  slot(70, 'nollywood-reel', 'Nollywood Reel', 3_000, ['new']),
  slot(80, 'suya-spot', 'Suya Spot', 20_000, ['new', 'made-in-naija']),
  {
    gameId: 'roulette',
    name: 'Roulette',
    categories: ['table', 'new'],
    contribution: 0.2,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    bytes: 14_000,
    art: '/games/roulette.svg',
    position: 90,
  },
  {
    gameId: 'dice',
    name: 'Dice',
    categories: ['instant', 'new'],
    contribution: 0.1,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    bytes: 12_000,
    art: '/games/dice.svg',
    position: 100,
  },
  {
    gameId: 'plinko',
    name: 'Plinko',
    categories: ['instant', 'new'],
    contribution: 0.5,
    minStake: kobo(50 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    bytes: 12_000,
    art: '/games/plinko.svg',
    position: 110,
  },
  {
    gameId: 'mines',
    name: 'Mines',
    categories: ['instant', 'new'],
    contribution: 0.1,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(50_000 * NAIRA),
    bytes: 13_000,
    art: '/games/mines.svg',
    position: 120,
  },
  {
    gameId: 'blackjack',
    name: 'Blackjack',
    categories: ['table', 'new'],
    contribution: 0.1,
    minStake: kobo(100 * NAIRA),
    maxStake: kobo(100_000 * NAIRA),
    bytes: 14_000,
    art: '/games/blackjack.svg',
    position: 130,
  },
];
