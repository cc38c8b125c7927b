/** Makes a catalogue of thousands of games, as with many providers: every kind, category, return and volatility, and no name twice. */
import type { Game } from '../../src/core/contract/games';

const FIRST = [
  'Lagos', 'Harmattan', 'Zuma', 'Calabar', 'Talking', 'Golden', 'River', 'Market', 'Palm', 'Danfo', 'Kora', 'Benin', 'Ibadan', 'Kano', 'Jos',
  'Enugu', 'Yam', 'Ìrókò', 'Cowrie', 'Savannah', 'Owerri', 'Bonny', 'Ọ̀ṣun', 'Night', 'Sunrise',
];
const SECOND = [
  'Nights', 'Wind', 'Drum', 'Carnival', 'Rock', 'Reel', 'Fortune', 'Rush', 'Kings', 'Queens', 'Rising', 'Harvest', 'Treasure', 'Palace', 'Story',
  'Legends', 'Wheel', 'Express', 'Parade', 'Crown',
];
const KINDS = ['slots', 'slots', 'slots', 'roulette', 'blackjack', 'mines', 'plinko', 'dice', 'bingo'];
const CATEGORIES = [['slots'], ['slots', 'new'], ['slots', 'made-in-naija'], ['table'], ['instant'], ['jackpots', 'slots'], ['live', 'table']];
const VOLATILITIES = ['low', 'medium', 'high'];

const pickNth = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

/** Makes the same list each time. */
export function makeManyGames(count: number): readonly Game[] {
  return Array.from({ length: count }, (_, nth) => {
    const round = Math.floor(nth / (FIRST.length * SECOND.length));
    return {
      gameId: `bench-${nth}`,
      name: `${pickNth(FIRST, nth)} ${pickNth(SECOND, Math.floor(nth / FIRST.length))}${round === 0 ? '' : ` ${round + 1}`}`,
      kind: pickNth(KINDS, nth),
      categories: pickNth(CATEGORIES, nth),
      rtp: 0.92 + (nth % 600) / 10_000,
      contribution: 1,
      minStake: 10,
      maxStake: 20_000,
      bytes: 12_000 + nth,
      art: `/games/${pickNth(['adire-gold', 'roulette', 'plinko', 'zuma-rock'], nth)}.svg`,
      enabled: true,
      volatility: pickNth(VOLATILITIES, nth),
    };
  });
}
