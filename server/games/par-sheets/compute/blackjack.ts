/**
 * How often a round of blackjack pays, with the best play that the rules of the game print: exact. With an infinite deck the player's
 * hands and the dealer's are independent once the dealer's open card is known, and so are the two hands of a split.
 */
import { addFractions, fraction, multiplyFractions, subtractFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { BLACKJACK_STRATEGY } from '../../../../src/core/games/blackjack-strategy';

const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const BLACKJACK = 21;
const ONE = fraction(1n);
const NONE = fraction(0n);
const MOST_STAKES = 8;

/** Of 13 ranks, one has each value but 10, which four have. */
const chanceOf = (value: number): Fraction => fraction(value === 10 ? 4n : 1n, 13n);

interface Hand {
  /** With an ace at 11 where that does not go over 21. */
  readonly points: number;
  readonly isSoft: boolean;
}

function withCard({ points, isSoft }: Hand, value: number): Hand {
  if (value === 1 && points + 11 <= BLACKJACK) return { points: points + 11, isSoft: true };
  const more = points + value;
  return more > BLACKJACK && isSoft ? { points: more - 10, isSoft: false } : { points: more, isSoft };
}

const handOf = (...values: readonly number[]): Hand => values.reduce(withCard, { points: 0, isSoft: false });

/** Chances by what they are of. */
type Chances<Key> = ReadonlyMap<Key, Fraction>;

function mixed<Key>(parts: Iterable<readonly [weight: Fraction, chances: Chances<Key>]>): Chances<Key> {
  const all = new Map<Key, Fraction>();
  for (const [weight, chances] of parts) {
    for (const [key, chance] of chances) all.set(key, addFractions(all.get(key) ?? NONE, multiplyFractions(weight, chance)));
  }
  return all;
}

const overCards = <Key>(after: (value: number) => Chances<Key>): Chances<Key> =>
  mixed(VALUES.map((value) => [chanceOf(value), after(value)] as const));

function dealerFrom(hand: Hand): Chances<number> {
  return hand.points >= 17 ? new Map([[hand.points, ONE]]) : overCards((value) => dealerFrom(withCard(hand, value)));
}

const blackjackWith = (up: number): number | null => (up === 1 ? 10 : up === 10 ? 1 : null);

/** The dealer's points at the end, given that there is no blackjack. */
function dealerEnds(up: number): Chances<number> {
  const holes = VALUES.filter((value) => value !== blackjackWith(up));
  const all = holes.map(chanceOf).reduce(addFractions);
  const others = fraction(all.denominator, all.numerator);
  return mixed(holes.map((hole) => [multiplyFractions(chanceOf(hole), others), dealerFrom(handOf(up, hole))] as const));
}

/** A hand that is done, as "points stakes". */
type Ends = Chances<string>;

const ended = ({ points }: Hand, stakes = 1): Ends => new Map([[`${points} ${stakes}`, ONE]]);
const column = (up: number): number => (up === 1 ? 9 : up - 2);
const bestMove = ({ points, isSoft }: Hand, up: number): string =>
  (isSoft ? BLACKJACK_STRATEGY.soft[points - 12] : BLACKJACK_STRATEGY.hard[points - 4])?.[column(up)] ?? 'S';

function endsOf(hand: Hand, up: number, hasTwoCards: boolean): Ends {
  if (hand.points >= BLACKJACK) return ended(hand);
  const move = bestMove(hand, up);
  if (hasTwoCards && (move === 'D' || move === 'd')) return overCards((value) => ended(withCard(hand, value), 2));
  if (move === 'S' || move === 'd') return ended(hand);
  return overCards((value) => endsOf(withCard(hand, value), up, false));
}

/** What a hand wins or loses, in first stakes, and whether something comes back. */
interface Result {
  readonly net: number;
  readonly pays: number;
}

function resultOf(end: string, dealer: number): Result {
  const [points = 0, stakes = 0] = end.split(' ').map(Number);
  if (points > BLACKJACK) return { net: -stakes, pays: 0 };
  if (dealer > BLACKJACK || points > dealer) return { net: stakes, pays: 2 * stakes };
  return points === dealer ? { net: 0, pays: stakes } : { net: -stakes, pays: 0 };
}

/** Against these points of the dealer: few results, however many hands lead to each. */
function resultsOf(ends: Ends, dealer: number): readonly (readonly [Result, Fraction])[] {
  const all = new Map<string, readonly [Result, Fraction]>();
  for (const [end, chance] of ends) {
    const result = resultOf(end, dealer);
    const key = `${result.net} ${result.pays}`;
    all.set(key, [result, addFractions(all.get(key)?.[1] ?? NONE, chance)]);
  }
  return [...all.values()];
}

export interface BlackjackOdds {
  /** Of the first stake: what is won and lost, and that stake. */
  readonly return: Fraction;
  /** Shares of rounds, from here on. */
  readonly paysSomething: Fraction;
  readonly paysMoreThanStake: Fraction;
  /** Both hands of a split doubled and won. */
  readonly largestWin: Fraction;
}

interface Tally {
  net: Fraction;
  something: Fraction;
  more: Fraction;
  largest: Fraction;
}

function count(tally: Tally, weight: Fraction, results: readonly Result[]): void {
  const pays = results.reduce((sum, result) => sum + result.pays, 0);
  const net = results.reduce((sum, result) => sum + result.net, 0);
  tally.net = addFractions(tally.net, multiplyFractions(weight, fraction(BigInt(2 * net), 2n)));
  if (pays > 0) tally.something = addFractions(tally.something, weight);
  if (net > 0) tally.more = addFractions(tally.more, weight);
  if (pays === MOST_STAKES) tally.largest = addFractions(tally.largest, weight);
}

/** The hands of a split: one after the other, of one card each; aces get one card and are done. */
const splitEnds = (value: number, up: number): Ends =>
  overCards((next) => (value === 1 ? ended(handOf(1, next)) : endsOf(handOf(value, next), up, true)));

/** Every round with this open card in which the dealer has no blackjack. */
function countPlayed(tally: Tally, up: number, weight: Fraction): void {
  const singles: (readonly [Fraction, Ends])[] = [];
  const splits: (readonly [Fraction, Ends])[] = [];
  for (const first of VALUES) {
    for (const second of VALUES) {
      const deal = multiplyFractions(multiplyFractions(weight, chanceOf(first)), chanceOf(second));
      const hand = handOf(first, second);
      const isSplit = first === second && BLACKJACK_STRATEGY.pair[first - 1]?.[column(up)] === 'P';
      if (hand.points === BLACKJACK) count(tally, deal, [{ net: 1.5, pays: 2.5 }]);
      else if (isSplit) splits.push([deal, splitEnds(first, up)]);
      else singles.push([deal, endsOf(hand, up, true)]);
    }
  }
  const single = mixed(singles);
  for (const [dealer, share] of dealerEnds(up)) {
    for (const [result, chance] of resultsOf(single, dealer)) count(tally, multiplyFractions(share, chance), [result]);
    for (const [deal, ends] of splits) {
      const results = resultsOf(ends, dealer);
      for (const [one, oneChance] of results) {
        for (const [other, otherChance] of results) {
          const chance = [share, deal, oneChance, otherChance].reduce(multiplyFractions);
          count(tally, chance, [one, other]);
        }
      }
    }
  }
}

export function blackjackOdds(): BlackjackOdds {
  const tally: Tally = { net: NONE, something: NONE, more: NONE, largest: NONE };
  const natural = multiplyFractions(fraction(2n), multiplyFractions(chanceOf(1), chanceOf(10)));
  for (const up of VALUES) {
    const missing = blackjackWith(up);
    const dealerBlackjack = missing === null ? NONE : chanceOf(missing);
    countPlayed(tally, up, multiplyFractions(chanceOf(up), subtractFractions(ONE, dealerBlackjack)));
    // Against a dealer's blackjack only the player's own gets something: the stake.
    count(tally, [chanceOf(up), dealerBlackjack, natural].reduce(multiplyFractions), [{ net: 0, pays: 1 }]);
    count(tally, [chanceOf(up), dealerBlackjack, subtractFractions(ONE, natural)].reduce(multiplyFractions), [{ net: -1, pays: 0 }]);
  }
  return { return: addFractions(ONE, tally.net), paysSomething: tally.something, paysMoreThanStake: tally.more, largestWin: tally.largest };
}
