/**
 * Best play at blackjack by dynamic programming in exact fractions. With an infinite deck what a hand is worth depends
 * on its points, whether they are soft, and the dealer's open card alone. Everything in first stakes won or lost (a
 * lost hand is −1), given that the dealer has no blackjack. Nothing of the engine is used.
 */
import { addFractions, compareFractions, fraction, multiplyFractions, subtractFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';

export const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** Returns how many of the 13 ranks count `value`. */
export const ranksOf = (value: number): bigint => (value === 10 ? 4n : 1n);
const chance = (value: number): Fraction => fraction(ranksOf(value), 13n);
const sum = (parts: readonly Fraction[]): Fraction => parts.reduce(addFractions, fraction(0n));
const twice = (part: Fraction): Fraction => multiplyFractions(fraction(2n), part);
const best = (...parts: readonly Fraction[]): Fraction => parts.reduce((a, b) => (compareFractions(a, b) < 0 ? b : a));
const overCards = (worth: (value: number) => Fraction): Fraction =>
  sum(VALUES.map((value) => multiplyFractions(chance(value), worth(value))));

export interface Hand {
  readonly points: number;
  readonly isSoft: boolean;
}

export function withCard({ points, isSoft }: Hand, value: number): Hand {
  if (value === 1 && points + 11 <= 21) return { points: points + 11, isSoft: true };
  const more = points + value;
  return more > 21 && isSoft ? { points: more - 10, isSoft: false } : { points: more, isSoft };
}
export const handOf = (...values: readonly number[]): Hand => values.reduce(withCard, { points: 0, isSoft: false });

function remembered<Result>(compute: (hand: Hand, up: number) => Result): (hand: Hand, up: number) => Result {
  const cache = new Map<string, Result>();
  return (hand, up) => {
    const name = `${hand.points} ${hand.isSoft} ${up}`;
    const result = cache.get(name) ?? compute(hand, up);
    cache.set(name, result);
    return result;
  };
}

const BUST = 22;

/** Chances of 17 … 21 and of going over, from a dealer's hand that may draw. */
const dealerFrom = remembered((hand: Hand): ReadonlyMap<number, Fraction> => {
  if (hand.points >= 17) return new Map([[Math.min(hand.points, BUST), fraction(1n)]]);
  return mixed(VALUES.map((value) => [chance(value), dealerFrom(withCard(hand, value), 0)]));
});

function mixed(parts: readonly (readonly [Fraction, ReadonlyMap<number, Fraction>])[]): ReadonlyMap<number, Fraction> {
  const all = new Map<number, Fraction>();
  for (const [weight, ends] of parts) {
    for (const [end, share] of ends) all.set(end, addFractions(all.get(end) ?? fraction(0n), multiplyFractions(weight, share)));
  }
  return all;
}

const blackjackWith = (up: number): number | null => (up === 1 ? 10 : up === 10 ? 1 : null);
/** The dealer's chance of a blackjack with this open card. */
export const dealerBlackjack = (up: number): Fraction => {
  const missing = blackjackWith(up);
  return missing === null ? fraction(0n) : chance(missing);
};

export const dealerEnds = remembered((_: Hand, up: number) => {
  const holes = VALUES.filter((value) => value !== blackjackWith(up));
  const ranks = holes.reduce((all, value) => all + ranksOf(value), 0n);
  return mixed(holes.map((hole) => [fraction(ranksOf(hole), ranks), dealerFrom(handOf(up, hole), 0)]));
});
const NO_HAND: Hand = { points: 0, isSoft: false };

export const stand = remembered(({ points }: Hand, up: number): Fraction => {
  if (points > 21) return fraction(-1n);
  return sum(
    [...dealerEnds(NO_HAND, up)].map(([end, share]) =>
      end === points ? fraction(0n) : end === BUST || end < points ? share : subtractFractions(fraction(0n), share),
    ),
  );
});
const hit = remembered((hand: Hand, up: number): Fraction => overCards((value) => goOn(withCard(hand, value), up)));
const goOn = (hand: Hand, up: number): Fraction => (hand.points >= 21 ? stand(hand, up) : best(stand(hand, up), hit(hand, up)));
export const double = (hand: Hand, up: number): Fraction => twice(overCards((value) => stand(withCard(hand, value), up)));
const twoCards = remembered((hand: Hand, up: number): Fraction =>
  hand.points >= 21 ? stand(hand, up) : best(goOn(hand, up), double(hand, up)),
);
/** Two hands of one card each; aces get one more card and no choice. */
const split = (value: number, up: number): Fraction =>
  twice(overCards((next) => (value === 1 ? stand : twoCards)(handOf(value, next), up)));

/** The letter of the strategy table; `pair` where the hand can be split. */
export function letterOf(hand: Hand, up: number, pair: number | null = null): string {
  const [stood, drawn, doubled] = [stand(hand, up), hit(hand, up), double(hand, up)];
  const isHit = compareFractions(drawn, stood) > 0;
  const single = best(stood, drawn, doubled);
  if (pair !== null && compareFractions(split(pair, up), single) > 0) return 'P';
  if (compareFractions(doubled, best(stood, drawn)) > 0) return isHit ? 'D' : 'd';
  return isHit ? 'H' : 'S';
}

/** Returns the return of a round with best play, in first stakes. */
export function bestReturn(): Fraction {
  let won = fraction(0n);
  for (const up of VALUES) {
    const bad = dealerBlackjack(up);
    const good = subtractFractions(fraction(1n), bad);
    for (const a of VALUES) {
      for (const b of VALUES) {
        const hand = handOf(a, b);
        const weight = [up, a, b].map(chance).reduce(multiplyFractions);
        const single = twoCards(hand, up);
        const played = a === b ? best(single, split(a, up)) : single;
        const worth = hand.points === 21
          ? multiplyFractions(good, fraction(3n, 2n))
          : subtractFractions(multiplyFractions(good, played), bad);
        won = addFractions(won, multiplyFractions(weight, worth));
      }
    }
  }
  return addFractions(fraction(1n), won);
}
