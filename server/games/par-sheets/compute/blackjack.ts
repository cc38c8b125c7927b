/**
 * Computes exactly how often a round of blackjack pays when it is played by the strategy that the game's rules print. The deck is infinite,
 * so the player's hands do not depend on the dealer's once the dealer's open card is known, and neither does one hand of a split on the other.
 */
import { addFractions, fraction, multiplyFractions, subtractFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { BLACKJACK_STRATEGY } from '../../../../src/core/games/blackjack-strategy';

const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const BLACKJACK = 21;
const ONE = fraction(1n);
const ZERO = fraction(0n);
/** Both hands of a split were doubled and won. */
const LARGEST_PAY = 8;

/** Four of the 13 ranks are worth 10; every other value has one rank. */
const chanceOf = (value: number): Fraction => fraction(value === 10 ? 4n : 1n, 13n);

interface Hand {
  /** An ace counts 11 where that does not go over 21. */
  readonly points: number;
  readonly isSoft: boolean;
}

function withCard({ points, isSoft }: Hand, value: number): Hand {
  if (value === 1 && points + 11 <= BLACKJACK) return { points: points + 11, isSoft: true };
  const more = points + value;
  return more > BLACKJACK && isSoft ? { points: more - 10, isSoft: false } : { points: more, isSoft };
}

const handOf = (...values: readonly number[]): Hand => values.reduce(withCard, { points: 0, isSoft: false });

/** The chance of each outcome; `Key` names the outcome. */
type Chances<Key> = ReadonlyMap<Key, Fraction>;

/** Adds up chances that each hold with a weight of their own. */
function mixChances<Key>(parts: Iterable<readonly [weight: Fraction, chances: Chances<Key>]>): Chances<Key> {
  const all = new Map<Key, Fraction>();
  for (const [weight, chances] of parts) {
    for (const [key, chance] of chances) all.set(key, addFractions(all.get(key) ?? ZERO, multiplyFractions(weight, chance)));
  }
  return all;
}

/** Mixes the chances after each possible next card. */
const mixOverNextCard = <Key>(after: (value: number) => Chances<Key>): Chances<Key> =>
  mixChances(VALUES.map((value) => [chanceOf(value), after(value)] as const));

/** Many cards in many orders make the same hand, so what follows from a hand is worked out once and looked up after that. */
function lookUpOrWorkOut<Key>(cache: Map<string, Chances<Key>>, name: string, workOut: () => Chances<Key>): Chances<Key> {
  const chances = cache.get(name) ?? workOut();
  cache.set(name, chances);
  return chances;
}

const dealerChances = new Map<string, Chances<number>>();

/** The chances of the dealer's points at the end, from this hand on. */
function dealerPointsFrom(hand: Hand): Chances<number> {
  if (hand.points >= 17) return new Map([[hand.points, ONE]]);
  return lookUpOrWorkOut(dealerChances, `${hand.points} ${hand.isSoft}`, () => mixOverNextCard((value) => dealerPointsFrom(withCard(hand, value))));
}

/** The value of the hole card that makes a blackjack with the open card `up`; null where none does. */
const blackjackHole = (up: number): number | null => (up === 1 ? 10 : up === 10 ? 1 : null);

/** The chances of the dealer's points at the end, given that the dealer has no blackjack. */
function dealerPoints(up: number): Chances<number> {
  const holes = VALUES.filter((value) => value !== blackjackHole(up));
  const all = holes.map(chanceOf).reduce(addFractions);
  const inverse = fraction(all.denominator, all.numerator);
  return mixChances(holes.map((hole) => [multiplyFractions(chanceOf(hole), inverse), dealerPointsFrom(handOf(up, hole))] as const));
}

/** The chances of the final hands, each named by its points and its stakes: "19 2". */
type FinalHands = Chances<string>;

const finalHand = ({ points }: Hand, stakes = 1): FinalHands => new Map([[`${points} ${stakes}`, ONE]]);
const strategyColumn = (up: number): number => (up === 1 ? 9 : up - 2);
const bestMove = ({ points, isSoft }: Hand, up: number): string =>
  (isSoft ? BLACKJACK_STRATEGY.soft[points - 12] : BLACKJACK_STRATEGY.hard[points - 4])?.[strategyColumn(up)] ?? 'S';

const playerChances = new Map<string, FinalHands>();

function playHand(hand: Hand, up: number, hasTwoCards: boolean): FinalHands {
  return lookUpOrWorkOut(playerChances, `${hand.points} ${hand.isSoft} ${up} ${hasTwoCards}`, () => workOutHand(hand, up, hasTwoCards));
}

function workOutHand(hand: Hand, up: number, hasTwoCards: boolean): FinalHands {
  if (hand.points >= BLACKJACK) return finalHand(hand);
  const move = bestMove(hand, up);
  if (hasTwoCards && (move === 'D' || move === 'd')) return mixOverNextCard((value) => finalHand(withCard(hand, value), 2));
  if (move === 'S' || move === 'd') return finalHand(hand);
  return mixOverNextCard((value) => playHand(withCard(hand, value), up, false));
}

/** The result of a hand, in first stakes. */
interface Result {
  /** The win without the stakes; negative where stakes are lost. */
  readonly net: number;
  /** All that comes back, stakes included. */
  readonly pays: number;
}

function resultOf(hand: string, dealer: number): Result {
  const [points = 0, stakes = 0] = hand.split(' ').map(Number);
  if (points > BLACKJACK) return { net: -stakes, pays: 0 };
  if (dealer > BLACKJACK || points > dealer) return { net: stakes, pays: 2 * stakes };
  return points === dealer ? { net: 0, pays: stakes } : { net: -stakes, pays: 0 };
}

/** Joins the final hands that have the same result against the dealer's points, because few results are faster to combine than many hands. */
function resultsOf(hands: FinalHands, dealer: number): readonly (readonly [Result, Fraction])[] {
  const all = new Map<string, readonly [Result, Fraction]>();
  for (const [hand, chance] of hands) {
    const result = resultOf(hand, dealer);
    const key = `${result.net} ${result.pays}`;
    all.set(key, [result, addFractions(all.get(key)?.[1] ?? ZERO, chance)]);
  }
  return [...all.values()];
}

export interface BlackjackOdds {
  /** The return as a share of the first stake. */
  readonly return: Fraction;
  /** This and the next ones are shares of all rounds. */
  readonly paysSomething: Fraction;
  readonly paysMoreThanStake: Fraction;
  readonly largestWin: Fraction;
}

interface Tally {
  net: Fraction;
  paysSomething: Fraction;
  paysMoreThanStake: Fraction;
  largestWin: Fraction;
}

/** Adds a round with these hands to the tally; `weight` is its chance. */
function addRound(tally: Tally, weight: Fraction, results: readonly Result[]): void {
  const pays = results.reduce((sum, result) => sum + result.pays, 0);
  const net = results.reduce((sum, result) => sum + result.net, 0);
  // A blackjack wins one and a half stakes, and a BigInt has no halves, so the win is doubled and divided by 2.
  tally.net = addFractions(tally.net, multiplyFractions(weight, fraction(BigInt(2 * net), 2n)));
  if (pays > 0) tally.paysSomething = addFractions(tally.paysSomething, weight);
  if (net > 0) tally.paysMoreThanStake = addFractions(tally.paysMoreThanStake, weight);
  if (pays === LARGEST_PAY) tally.largestWin = addFractions(tally.largestWin, weight);
}

/** Plays one hand of a split, which begins with one card. A split ace gets one more card and is done. */
const playSplitHand = (value: number, up: number): FinalHands =>
  mixOverNextCard((next) => (value === 1 ? finalHand(handOf(1, next)) : playHand(handOf(value, next), up, true)));

/** Adds every round with this open card in which the dealer has no blackjack. */
function addPlayedRounds(tally: Tally, up: number, weight: Fraction): void {
  const singles: (readonly [Fraction, FinalHands])[] = [];
  const splits: (readonly [Fraction, FinalHands])[] = [];
  for (const first of VALUES) {
    for (const second of VALUES) {
      const deal = multiplyFractions(multiplyFractions(weight, chanceOf(first)), chanceOf(second));
      const hand = handOf(first, second);
      const isSplit = first === second && BLACKJACK_STRATEGY.pair[first - 1]?.[strategyColumn(up)] === 'P';
      if (hand.points === BLACKJACK) addRound(tally, deal, [{ net: 1.5, pays: 2.5 }]);
      else if (isSplit) splits.push([deal, playSplitHand(first, up)]);
      else singles.push([deal, playHand(hand, up, true)]);
    }
  }
  const single = mixChances(singles);
  for (const [dealer, share] of dealerPoints(up)) {
    for (const [result, chance] of resultsOf(single, dealer)) addRound(tally, multiplyFractions(share, chance), [result]);
    for (const [deal, hands] of splits) {
      const results = resultsOf(hands, dealer);
      for (const [one, oneChance] of results) {
        for (const [other, otherChance] of results) {
          const chance = [share, deal, oneChance, otherChance].reduce(multiplyFractions);
          addRound(tally, chance, [one, other]);
        }
      }
    }
  }
}

export function blackjackOdds(): BlackjackOdds {
  const tally: Tally = { net: ZERO, paysSomething: ZERO, paysMoreThanStake: ZERO, largestWin: ZERO };
  const natural = multiplyFractions(fraction(2n), multiplyFractions(chanceOf(1), chanceOf(10)));
  for (const up of VALUES) {
    const hole = blackjackHole(up);
    const dealerBlackjack = hole === null ? ZERO : chanceOf(hole);
    addPlayedRounds(tally, up, multiplyFractions(chanceOf(up), subtractFractions(ONE, dealerBlackjack)));
    // Against a dealer's blackjack only a player's blackjack pays: the stake comes back.
    addRound(tally, [chanceOf(up), dealerBlackjack, natural].reduce(multiplyFractions), [{ net: 0, pays: 1 }]);
    addRound(tally, [chanceOf(up), dealerBlackjack, subtractFractions(ONE, natural)].reduce(multiplyFractions), [{ net: -1, pays: 0 }]);
  }
  const { net, ...shares } = tally;
  return { return: addFractions(ONE, net), ...shares };
}
