/**
 * The least part of all stakes that is lost at blackjack, doubled and split ones among them, whatever a player does to add stakes: best play
 * where each naira staked is worth `credit` beside what it wins, for the credit at which a round comes to nothing. Infinite deck, the dealer
 * stands on 17 and peeks, one split, doubling on any two cards.
 */
import { VALUES, dealerBlackjack, dealerEnds, handOf, ranksOf, withCard } from '../games/blackjack-best-play';
import type { Hand } from '../games/blackjack-best-play';
import { fractionToNumber } from '../../../../src/core/fraction';

const BUST = 22;
const NO_HAND: Hand = { points: 0, isSoft: false };
const chance = (value: number): number => Number(ranksOf(value)) / 13;
const overCards = (worth: (value: number) => number): number => VALUES.reduce((sum, value) => sum + chance(value) * worth(value), 0);

/** Returns the best worth of a round, in first stakes; each stake in it also earns the credit. */
function roundWorth(credit: number): number {
  const cache = new Map<string, number>();
  const remembered = (name: string, work: () => number): number => {
    const value = cache.get(name) ?? work();
    cache.set(name, value);
    return value;
  };
  const nameOf = ({ points, isSoft }: Hand, up: number): string => `${points} ${isSoft} ${up}`;
  const stand = (hand: Hand, up: number): number => remembered(`stand ${nameOf(hand, up)}`, () => {
    if (hand.points > 21) return -1;
    return [...dealerEnds(NO_HAND, up)].reduce((sum, [end, share]) => {
      const sign = end === hand.points ? 0 : end === BUST || end < hand.points ? 1 : -1;
      return sum + sign * fractionToNumber(share);
    }, 0);
  });
  const hit = (hand: Hand, up: number): number => remembered(`hit ${nameOf(hand, up)}`, () => overCards((value) => goOn(withCard(hand, value), up)));
  const goOn = (hand: Hand, up: number): number => (hand.points >= 21 ? stand(hand, up) : Math.max(stand(hand, up), hit(hand, up)));
  const double = (hand: Hand, up: number): number => 2 * overCards((value) => stand(withCard(hand, value), up)) + credit;
  const twoCards = (hand: Hand, up: number): number => (hand.points >= 21 ? stand(hand, up) : Math.max(goOn(hand, up), double(hand, up)));
  const split = (value: number, up: number): number => 2 * overCards((next) => (value === 1 ? stand : twoCards)(handOf(value, next), up)) + credit;
  let worth = credit;
  for (const up of VALUES) {
    const bad = fractionToNumber(dealerBlackjack(up));
    for (const a of VALUES) {
      for (const b of VALUES) {
        const hand = handOf(a, b);
        const played = a === b ? Math.max(twoCards(hand, up), split(a, up)) : twoCards(hand, up);
        worth += chance(up) * chance(a) * chance(b) * (hand.points === 21 ? (1 - bad) * 1.5 : (1 - bad) * played - bad);
      }
    }
  }
  return worth;
}

export function leastLossAtBlackjack(): number {
  let [low, high] = [0, 0.05];
  for (let halving = 0; halving < 24; halving += 1) {
    const middle = (low + high) / 2;
    if (roundWorth(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
}
