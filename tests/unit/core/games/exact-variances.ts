/**
 * Works out exactly the variance of what each game returns per stake, for the calmest and the wildest of its bets. It uses nothing of
 * `src/core/games/variances.ts`.
 */
import { addFractions, compareFractions, fraction, multiplyFractions, subtractFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { BLACKJACK_STRATEGY } from '../../../../src/core/games/blackjack-strategy';
import { DICE_FACES, DICE_PAY_SCALE, DICE_UNDER, dicePays } from '../../../../src/core/games/dice';
import { CELLS, minesEngine, minesPays } from '../../../../src/core/games/mines';
import { PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_ROWS } from '../../../../src/core/games/plinko';
import { POCKETS, SPOTS } from '../../../../src/core/games/roulette';
import { SLOT_THEMES } from '../../../../src/core/games/slots/themes';
import { VALUES, dealerBlackjack, dealerEnds, handOf, ranksOf, withCard } from './blackjack-best-play';
import type { Hand } from './blackjack-best-play';
import { cachedParSheet } from './cached-par-sheet';

/** The calmest and the wildest of a game's bets; one figure twice where there is one bet. */
export type Spread = readonly [Fraction, Fraction];

/** Each possible pay, in stakes, with its chance. */
type Chances = readonly (readonly [pays: Fraction, chance: Fraction])[];

const sum = (parts: readonly Fraction[]): Fraction => parts.reduce(addFractions, fraction(0n));
const square = (part: Fraction): Fraction => multiplyFractions(part, part);

function varianceOf(chances: Chances): Fraction {
  const mean = sum(chances.map(([pays, chance]) => multiplyFractions(pays, chance)));
  return subtractFractions(sum(chances.map(([pays, chance]) => multiplyFractions(square(pays), chance))), square(mean));
}

function spreadOf(all: readonly Chances[]): Spread {
  const [first = fraction(0n), ...rest] = all.map(varianceOf).toSorted(compareFractions);
  return [first, rest.at(-1) ?? first];
}

/** Won at one pay or lost. */
const atOdds = (pays: Fraction, chance: Fraction): Chances => [[pays, chance]];

const roulette = spreadOf([...SPOTS.values()].map(({ length }) => atOdds(fraction(36n, BigInt(length)), fraction(BigInt(length), BigInt(POCKETS)))));

const dice = spreadOf(
  Array.from({ length: DICE_UNDER.max - DICE_UNDER.min + 1 }, (_, at) => at + DICE_UNDER.min).map((under) =>
    atOdds(fraction(BigInt(dicePays(under)), BigInt(DICE_PAY_SCALE)), fraction(BigInt(under), BigInt(DICE_FACES))),
  ),
);

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 0; i < k; i += 1) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
}

const plinko = spreadOf(
  Object.values(PLINKO_PAYS).map((pays) =>
    pays.map((each, bucket) => {
      const chance = fraction(choose(PLINKO_ROWS, bucket), 2n ** BigInt(PLINKO_ROWS));
      return [fraction(BigInt(each), BigInt(PLINKO_PAY_SCALE)), chance] as const;
    }),
  ),
);

/** ₦50,000,000 in kobo: a round of mines ends before it pays more, at the smallest stake, too. */
const MAX_ROUND_WIN = 5_000_000_000n;

const mines = spreadOf(
  Array.from({ length: CELLS - 1 }, (_, at) => at + 1).flatMap((count) =>
    Array.from({ length: CELLS - count }, (_, at) => at + 1).flatMap((opened) => {
      const pays = minesPays(count, opened);
      if (pays.numerator * BigInt(minesEngine.stakeStep) > MAX_ROUND_WIN * pays.denominator) return [];
      return [atOdds(pays, fraction(choose(CELLS - count, opened), choose(CELLS, opened)))];
    }),
  ),
);

/** A hand that is done: its points (22: too many), and how many stakes are on it. */
type Ends = ReadonlyMap<string, Fraction>;
const TOO_MANY = 22;
const endName = (points: number, stakes: number) => `${Math.min(points, TOO_MANY)} ${stakes}`;
const done = ({ points }: Hand, stakes = 1): Ends => new Map([[endName(points, stakes), fraction(1n)]]);

function overCards(of: (value: number) => Ends): Ends {
  const all = new Map<string, Fraction>();
  for (const value of VALUES) {
    for (const [end, share] of of(value)) {
      all.set(end, addFractions(all.get(end) ?? fraction(0n), multiplyFractions(fraction(ranksOf(value), 13n), share)));
    }
  }
  return all;
}

const column = (up: number) => (up === 1 ? 9 : up - 2);
const letter = ({ points, isSoft }: Hand, up: number): string =>
  (isSoft ? BLACKJACK_STRATEGY.soft[points - 12] : BLACKJACK_STRATEGY.hard[points - 4])?.[column(up)] ?? 'S';

const knownEnds = new Map<string, Ends>();

/** How a hand ends under the published strategy; the dealer's cards don't matter to it but for the open one. */
function endsOf(hand: Hand, up: number, isFirst: boolean): Ends {
  const name = `${hand.points} ${hand.isSoft} ${up} ${isFirst}`;
  const ends = knownEnds.get(name) ?? playedEnds(hand, up, isFirst);
  knownEnds.set(name, ends);
  return ends;
}

function playedEnds(hand: Hand, up: number, isFirst: boolean): Ends {
  if (hand.points >= 21) return done(hand);
  const move = letter(hand, up);
  if (isFirst && (move === 'D' || move === 'd')) return overCards((value) => done(withCard(hand, value), 2));
  if (move === 'S' || move === 'd') return done(hand);
  return overCards((value) => endsOf(withCard(hand, value), up, false));
}

/** Returns what a finished hand gets back against the dealer's end, in first stakes. */
function back(end: string, dealers: number): Fraction {
  const [points = 0, stakes = 0] = end.split(' ').map(Number);
  if (points > 21) return fraction(0n);
  if (dealers > 21 || points > dealers) return fraction(BigInt(2 * stakes));
  return fraction(points === dealers ? BigInt(stakes) : 0n);
}
const stakesOf = (end: string): bigint => BigInt(end.split(' ')[1] ?? 0);

/** First and second moment, of all that happens with the chance that went in. */
interface Moments {
  readonly mean: Fraction;
  readonly squares: Fraction;
}
const NONE: Moments = { mean: fraction(0n), squares: fraction(0n) };
const plus = (one: Moments, other: Moments): Moments => ({
  mean: addFractions(one.mean, other.mean),
  squares: addFractions(one.squares, other.squares),
});
const times = (share: Fraction, { mean, squares }: Moments): Moments => ({
  mean: multiplyFractions(share, mean),
  squares: multiplyFractions(share, squares),
});
const sure = (won: Fraction): Moments => ({ mean: won, squares: square(won) });

/**
 * Returns the moments of a hand's net win against one end of the dealer's. The stakes are deducted, so the added stake of a doubled hand
 * is no win.
 */
function against(ends: Ends, dealers: number): Moments {
  return [...ends].map(([end, part]) => times(part, sure(subtractFractions(back(end, dealers), fraction(stakesOf(end)))))).reduce(plus, NONE);
}

/** Two hands of one split: alike, and independent once the dealer's end is known. */
const both = ({ mean, squares }: Moments): Moments => ({
  mean: addFractions(mean, mean),
  squares: multiplyFractions(fraction(2n), addFractions(squares, square(mean))),
});

function merged(parts: readonly (readonly [Fraction, Ends])[]): Ends {
  const all = new Map<string, Fraction>();
  for (const [weight, ends] of parts) {
    for (const [end, share] of ends) all.set(end, addFractions(all.get(end) ?? fraction(0n), multiplyFractions(weight, share)));
  }
  return all;
}

const chance = (...values: readonly number[]): Fraction => values.map((value) => fraction(ranksOf(value), 13n)).reduce(multiplyFractions);
const isSplit = (a: number, b: number, up: number): boolean => a === b && BLACKJACK_STRATEGY.pair[a - 1]?.[column(up)] === 'P';
const ofSplit = (value: number, up: number): Ends =>
  overCards((next) => (value === 1 ? done(handOf(1, next)) : endsOf(handOf(value, next), up, true)));

/** Everything with this open card. */
function withUp(up: number): Moments {
  const deals = VALUES.flatMap((a) => VALUES.map((b) => [a, b] as const));
  const isNatural = ([a, b]: readonly [number, number]) => handOf(a, b).points === 21;
  const naturals = deals.filter(isNatural);
  const played = deals.filter((deal) => !isNatural(deal));
  const single = merged(played.filter(([a, b]) => !isSplit(a, b, up)).map(([a, b]) => [chance(a, b), endsOf(handOf(a, b), up, true)]));
  const splits = VALUES.filter((value) => isSplit(value, value, up)).map((value) => [chance(value, value), ofSplit(value, up)] as const);
  const bad = dealerBlackjack(up);
  const good = subtractFractions(fraction(1n), bad);
  let all = times(multiplyFractions(bad, sum(played.map(([a, b]) => chance(a, b)))), sure(fraction(-1n)));
  all = plus(all, times(multiplyFractions(good, sum(naturals.map(([a, b]) => chance(a, b)))), sure(fraction(3n, 2n))));
  for (const [dealers, share] of dealerEnds({ points: 0, isSoft: false }, up)) {
    const won = splits.map(([weight, ends]) => times(weight, both(against(ends, dealers)))).reduce(plus, against(single, dealers));
    all = plus(all, times(multiplyFractions(good, share), won));
  }
  return all;
}

interface Blackjack {
  readonly rtp: Fraction;
  readonly variance: Fraction;
}
let cachedBlackjack: Blackjack | null = null;

/** Returns the variance of the net win of a round, and the return, which a test compares with the one that the engine declares. */
export function blackjackMoments(): Blackjack {
  if (cachedBlackjack !== null) return cachedBlackjack;
  const { mean, squares } = VALUES.map((up) => times(chance(up), withUp(up))).reduce(plus, NONE);
  cachedBlackjack = { rtp: addFractions(fraction(1n), mean), variance: subtractFractions(squares, square(mean)) };
  return cachedBlackjack;
}

/** By game, all thirteen. */
export function exactVariances(): ReadonlyMap<string, Spread> {
  const { variance: blackjack } = blackjackMoments();
  return new Map<string, Spread>([
    ...SLOT_THEMES.map((theme) => {
      const { variance } = cachedParSheet(theme);
      return [theme.gameId, [variance, variance]] as const;
    }),
    ['roulette', roulette], ['dice', dice], ['plinko', plinko], ['mines', mines], ['blackjack', [blackjack, blackjack]],
  ]);
}
