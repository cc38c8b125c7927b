/**
 * The par sheet of a game: its rules and what follows from them, as one JSON document that anybody can read. The version of the rules
 * is the SHA-256 of the document as `canonicalJson` writes it, so a version always names the same rules.
 *
 * Amounts are in kobo, and fractions are written "numerator/denominator".
 */
import * as z from '../../zod';
import { fraction } from '../../fraction';
import type { Fraction } from '../../fraction';
import { MAX_KOBO } from '../../nearest-kobo';
import { REELS, ROWS } from '../slots/theme';

export const PAR_SHEET_FORMAT = 'ayo-par-sheet/1';

const FRACTION = /^(\d+)\/([1-9]\d*)$/;
const fractionText = z.string().check(z.regex(FRACTION));
const count = z.int().check(z.nonnegative());
const positive = z.int().check(z.minimum(1));

export const writeFraction = ({ numerator, denominator }: Fraction): string => `${numerator}/${denominator}`;

/** Throws a RangeError for a text that is no fraction. */
export function readFraction(text: string): Fraction {
  const [, numerator, denominator] = FRACTION.exec(text) ?? [];
  if (numerator === undefined || denominator === undefined) throw new RangeError(`no fraction: ${text}`);
  return fraction(BigInt(numerator), BigInt(denominator));
}

/** The largest win of a round or of a bet, in stakes, and the share of rounds that pay it. */
const largest = z.object({
  stakes: fractionText,
  odds: fractionText,
  /** In words, where it takes more than the bet. */
  when: z.optional(z.string()),
});

/** Shares of rounds, exact. */
const chances = {
  /** The share of the stake that comes back in the long run. */
  return: fractionText,
  paysSomething: fractionText,
  paysMoreThanStake: fractionText,
  largestWin: largest,
};

export const parFigures = z.object({
  /** The return. Where bets return differently, it is that of the bet that returns least. */
  return: fractionText,
  /** The return of the bet that returns most. */
  returnMost: z.optional(fractionText),
  /** The play or the bet that the return is of, in words; missing = every round is alike. */
  returnOf: z.optional(z.string()),
  returnInFreeSpins: z.optional(fractionText),
  paysSomething: z.optional(fractionText),
  paysMoreThanStake: z.optional(fractionText),
  winsFreeSpins: z.optional(fractionText),
  /** The variance of a round's pay, in stakes squared. */
  variance: z.optional(fractionText),
  /** The number of combinations of stops in the paid spin. */
  combinations: z.optional(z.string()),
  /** The best award of a line, and the share of paid spins that show it. */
  topAward: z.optional(z.object({ lineStakes: positive, odds: fractionText })),
  largestWin: largest,
  /** Where the player's choice decides: some of the bets, or all. */
  bets: z.optional(z.array(z.object({ bet: z.string(), ...chances }))),
});

/** Bounds, so that no sheet makes a device that checks a round count for hours. */
const MAX_PAYS = 1_000_000;
const MAX_SPINS = 100;
const entries = (most: number) => z.array(positive.check(z.maximum(most))).check(z.length(3));
const linePays = entries(MAX_PAYS);
const spins = entries(MAX_SPINS);
const strips = z.array(z.array(z.string()).check(z.minLength(ROWS))).check(z.length(REELS));

export const slotParameters = z.object({
  /** Best-paying first. */
  symbols: z.array(z.string()),
  wild: z.nullable(z.string()),
  wildMultiplier: z.optional(positive.check(z.maximum(MAX_SPINS))),
  wildExpands: z.optional(z.literal(true)),
  runs: z.enum(['left', 'both-ways', 'anywhere']),
  strips,
  /** Rows by reel, 0 at the top. */
  lines: z.array(z.array(count.check(z.maximum(ROWS - 1))).check(z.length(REELS))),
  /** For 3, 4 and 5 in a row, in line stakes; a list, because the order of an object's members says nothing. */
  pays: z.array(z.object({ symbol: z.string(), pays: linePays })),
  scatter: z.nullable(z.object({
    symbol: z.string(),
    pays: linePays,
    freeSpins: z.nullable(z.object({
      awards: spins,
      multiplier: positive.check(z.maximum(MAX_SPINS)),
      climbs: z.optional(z.literal(true)),
      again: z.optional(spins),
      strips,
    })),
  })),
});

/** The parameters that each method's program can take. Other parameters would need another method. */
export const tableParameters = {
  'roulette/1': z.object({
    pockets: z.literal(37),
    /** A bet pays this, divided by how many numbers it covers. */
    payNumbers: z.literal(36),
    spots: z.array(z.object({ spot: z.string(), numbers: z.array(count) })),
  }),
  'dice/1': z.object({
    faces: z.literal(10_000),
    leastUnder: z.literal(1),
    mostUnder: z.literal(9_800),
    /** A won bet pays this ÷ `under`, rounded down, in parts of the stake. */
    paysOver: positive,
    /** Parts of a stake. */
    payScale: z.literal(10_000),
  }),
  'plinko/1': z.object({
    rows: z.literal(12),
    /** Parts of a stake. */
    payScale: z.literal(100),
    /** By bucket, from all to the left to all to the right. */
    pays: z.object({ low: z.array(count).check(z.length(13)), medium: z.array(count).check(z.length(13)), high: z.array(count).check(z.length(13)) }),
  }),
  'mines/1': z.object({
    cells: z.literal(25),
    /** Before the pay is rounded down. */
    back: fractionText,
  }),
  'blackjack/1': z.object({
    ranks: z.literal(13),
    suits: z.literal(4),
    dealerStands: z.literal(17),
    /** The pay as a multiple of the first stake, including the stake. */
    blackjackPays: z.literal('5/2'),
    splits: z.literal(1),
    /** By the dealer's open card, two to ace, as the rules of the game print it. */
    bestPlay: z.object({ hard: z.array(z.string()), soft: z.array(z.string()), pair: z.array(z.string()) }),
  }),
} as const;
export type TableMethod = keyof typeof tableParameters;
export type Method = 'slots/1' | TableMethod;

export const parSheetDocument = z.object({
  format: z.literal(PAR_SHEET_FORMAT),
  gameId: z.string(),
  /** The program that plays the rules: how words become results, and results pay. */
  method: z.string(),
  /** The same in sentences. */
  how: z.array(z.string()),
  parameters: z.record(z.string(), z.unknown()),
  /** Stakes are multiples of it. */
  stakeStep: positive.check(z.maximum(MAX_KOBO)),
  /** How a win becomes a whole number of kobo. */
  rounding: z.string(),
  /** The bound on a round in kobo, and what the game does about it; `figures.largestWin` is what the game itself can pay, in stakes. */
  largestWin: z.object({ amount: positive.check(z.maximum(MAX_KOBO)), how: z.string() }),
  figures: parFigures,
});
export type ParSheetDocument = z.infer<typeof parSheetDocument>;
export type ParFigures = z.infer<typeof parFigures>;
