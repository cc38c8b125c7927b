/**
 * European roulette: one zero, 37 pockets. A bet that covers n numbers pays 36 ÷ n of its stake, that stake included
 * (35:1 on one number … 1:1 on eighteen), so that every bet of the table returns 36/37.
 */
import * as z from '../zod';
import { fraction } from '../fraction';
import type { Fraction } from '../fraction';
import { addKobo, kobo } from '../money';
import type { Kobo } from '../money';
import { refuseUnplayable } from './engine';
import type { DeclaredFigures, GameEngine } from './engine';

export const POCKETS = 37;
/** A winning bet pays this, divided by the count of the numbers that it covers, times its stake. */
const PAY_NUMBERS = 36;

/** The red numbers, as on every wheel and layout with one zero. */
export const RED: readonly number[] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

const LAYOUT = Array.from({ length: PAY_NUMBERS }, (_, i) => i + 1);

/**
 * The bets that lie on numbers. The layout has twelve rows of three: beside n lies n + 1 unless n ends its row, below
 * it n + 3. Zero lies above 1, 2 and 3: it has three splits, two streets (0-1-2, 0-2-3) and one corner (0-1-2-3).
 */
function insideBets(): number[][] {
  const zero = [[0], [0, 1], [0, 2], [0, 3], [0, 1, 2], [0, 2, 3], [0, 1, 2, 3]];
  const spots = LAYOUT.flatMap((n) => {
    const street = [n, n + 1, n + 2];
    return [
      [n],
      [n, n + 3],
      ...(n % 3 === 0 ? [] : [[n, n + 1], [n, n + 1, n + 3, n + 4]]),
      ...(n % 3 === 1 ? [street, [...street, n + 3, n + 4, n + 5]] : []),
    ];
  });
  return [...zero, ...spots.filter((numbers) => numbers.every((n) => n <= PAY_NUMBERS))];
}

const numbersWhere = (is: (n: number) => boolean): number[] => LAYOUT.filter(is);
const thirdsBy = (part: (n: number) => number) => [1, 2, 3].map((place) => numbersWhere((n) => part(n) === place));
const numberedSpots = (name: string, thirds: readonly number[][]) => thirds.map((numbers, i) => [`${name}-${i + 1}`, numbers] as const);

/**
 * Every bet of the table and the numbers that it covers. Bets on numbers are named by them ("17", "1-2", "0-1-2-3"),
 * the others "red", "black", "odd", "even", "low", "high", "dozen-1" … "column-3".
 */
export const SPOTS: ReadonlyMap<string, readonly number[]> = new Map([
  ...insideBets().map((numbers) => [numbers.join('-'), numbers] as const),
  ...numberedSpots('dozen', thirdsBy((n) => Math.ceil(n / 12))),
  ...numberedSpots('column', thirdsBy((n) => ((n - 1) % 3) + 1)),
  ['red', RED],
  ['black', numbersWhere((n) => !RED.includes(n))],
  ['odd', numbersWhere((n) => n % 2 === 1)],
  ['even', numbersWhere((n) => n % 2 === 0)],
  ['low', numbersWhere((n) => n <= 18)],
  ['high', numbersWhere((n) => n > 18)],
]);

/** ₦1, for each bet on the table. */
const stakeStep = kobo(100);

const koboOnSpot = z.int().check(z.minimum(stakeStep));
const spot = z.string().check(z.refine((name) => SPOTS.has(name)));

export const rouletteBet = z.strictObject({
  /** No spot twice. Stakes in kobo; their sum is the stake of the round. */
  bets: z.array(z.strictObject({ spot, stake: koboOnSpot })).check(
    z.minLength(1),
    z.refine((bets) => new Set(bets.map((bet) => bet.spot)).size === bets.length),
  ),
});
export type RouletteBet = z.infer<typeof rouletteBet>;

export const rouletteOutcome = z.strictObject({
  number: z.int().check(z.nonnegative(), z.maximum(POCKETS - 1)),
  /** The bets that won, in the order in which they were made, and what each pays in kobo, its stake included. */
  wins: z.array(z.strictObject({ spot, win: koboOnSpot })),
});
export type RouletteOutcome = z.infer<typeof rouletteOutcome>;

function fits({ bets }: RouletteBet, stake: Kobo): boolean {
  return bets.every((bet) => bet.stake % stakeStep === 0) && sum(bets.map((bet) => bet.stake)) === stake;
}

/** The pays of the bets on `number`, in kobo. */
const paysOn = ({ bets }: RouletteBet, number: number): { readonly spot: string; readonly win: Kobo }[] =>
  bets.flatMap((spotBet) => {
    const numbers = SPOTS.get(spotBet.spot) ?? [];
    return numbers.includes(number) ? [{ spot: spotBet.spot, win: kobo((spotBet.stake * PAY_NUMBERS) / numbers.length) }] : [];
  });

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** The largest win of a bet, in stakes: what it pays on its best number. */
function maxWinOfBet(bet: RouletteBet): Fraction {
  const most = Math.max(...Array.from({ length: POCKETS }, (_, number) => sum(paysOn(bet, number).map(({ win }) => win))));
  return fraction(BigInt(most), BigInt(sum(bet.bets.map(({ stake }) => stake))));
}

/** Over the 37 numbers: how many pay something, how many more than the stake, and how many pay the most. */
export interface RouletteOdds {
  readonly hits: number;
  readonly profits: number;
  /** Kobo. */
  readonly most: Kobo;
  readonly bestNumbers: number;
}

export function rouletteOdds(bet: RouletteBet): RouletteOdds {
  const stake = sum(bet.bets.map((spotBet) => spotBet.stake));
  const pays = Array.from({ length: POCKETS }, (_, number) => sum(paysOn(bet, number).map(({ win }) => win)));
  const most = Math.max(...pays);
  const count = (is: (pay: number) => boolean) => pays.filter(is).length;
  return { hits: count((pay) => pay > 0), profits: count((pay) => pay > stake), most: kobo(most), bestNumbers: count((pay) => pay === most) };
}

/** A stake counts as risked if so many pockets lose it, which is a third of the wheel. */
export const RISKED_POCKETS = 12;

/**
 * The amount that at least 12 of the 37 pockets would lose. Bets that leave 12 pockets uncovered risk all of their stake. Others
 * cover for each other: red and black together risk their difference, zero alone is not enough to call the stake risked.
 */
function risked(bet: RouletteBet): Kobo {
  const stake = sum(bet.bets.map((spotBet) => spotBet.stake));
  const losses = Array.from({ length: POCKETS }, (_, number) => stake - sum(paysOn(bet, number).map(({ win }) => win)));
  return kobo(Math.max(0, losses.toSorted((a, b) => b - a)[RISKED_POCKETS - 1] ?? 0));
}

export function rouletteEngineOf(declared: DeclaredFigures): GameEngine<RouletteBet, RouletteOutcome> {
  return {
    ...declared,
    gameId: 'roulette',
    kind: 'roulette',
    betSchema: rouletteBet,
    outcomeSchema: rouletteOutcome,
    fits,
    risked,
    maxWinOfBet,
    play({ stake, bet, draws }) {
      refuseUnplayable(stakeStep, stake);
      if (!fits(bet, stake)) throw new RangeError('the bets must add up to the stake');
      const number = draws.below(POCKETS);
      const wins = paysOn(bet, number);
      return { outcome: { number, wins }, win: addKobo(...wins.map(({ win }) => win)) };
    },
  };
}

export const rouletteEngine = rouletteEngineOf({ rtp: fraction(36n, 37n), maxWin: fraction(36n), stakeStep });
