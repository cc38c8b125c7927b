/** A catalogue of thousands, as a platform with many providers has one: every kind, category, return and volatility, no two names alike. */
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

const at = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

/** The same list each time. */
export function manyGames(count: number): readonly Game[] {
  return Array.from({ length: count }, (_, nth) => {
    const round = Math.floor(nth / (FIRST.length * SECOND.length));
    return {
      gameId: `bench-${nth}`,
      name: `${at(FIRST, nth)} ${at(SECOND, Math.floor(nth / FIRST.length))}${round === 0 ? '' : ` ${round + 1}`}`,
      kind: at(KINDS, nth),
      categories: at(CATEGORIES, nth),
      rtp: 0.92 + (nth % 600) / 10_000,
      contribution: 1,
      minStake: 10,
      maxStake: 20_000,
      bytes: 12_000 + nth,
      art: `/games/${at(['adire-gold', 'roulette', 'plinko', 'zuma-rock'], nth)}.svg`,
      enabled: true,
      volatility: at(VOLATILITIES, nth),
    };
  });
}
