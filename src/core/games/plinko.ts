/**
 * Plinko: a ball falls past twelve rows of pins, to the left or to the right at each as a coin falls, into one of
 * thirteen buckets. Bucket k (k times to the right) is reached by C(12, k) of 4096 paths.
 */
import * as z from '../zod';
import { fraction } from '../fraction';
import type { Fraction } from '../fraction';
import { kobo, multiplyFloor } from '../money';
import { refuseUnplayable } from './engine';
import type { DeclaredFigures, GameEngine } from './engine';

export const PLINKO_ROWS = 12;
export const PLINKO_RISKS = ['low', 'medium', 'high'] as const;
export type PlinkoRisk = (typeof PLINKO_RISKS)[number];

/** Pays are in hundredths of the stake, the stake included. */
export const PLINKO_PAY_SCALE = 100;

/** The tables are symmetric: written from the edge to the middle. */
const mirrored = (half: readonly number[]): readonly number[] => [...half, ...half.slice(0, -1).reverse()];

/** Hundredths of the stake by risk and bucket: what may differ from one version of the rules to another. */
export type PlinkoPays = Readonly<Record<PlinkoRisk, readonly number[]>>;

/** By bucket, 0 (all to the left) … 12. */
export const PLINKO_PAYS: PlinkoPays = {
  low: mirrored([800, 300, 160, 130, 110, 100, 46]),
  medium: mirrored([2_500, 900, 400, 200, 110, 60, 28]),
  high: mirrored([15_000, 2_200, 750, 200, 70, 25, 20]),
};

/** Exact returns: 96.905 %, 96.976 % and 96.968 %. */
export const PLINKO_RTP: Readonly<Record<PlinkoRisk, Fraction>> = {
  low: fraction(99_231n, 102_400n),
  medium: fraction(99_303n, 102_400n),
  high: fraction(19_859n, 20_480n),
};

/** The number of paths through the pegs. Each path is as likely as any other. */
export const PLINKO_PATHS = 2 ** PLINKO_ROWS;

/** How many paths lead to a bucket. */
export function pathsTo(bucket: number): number {
  let ways = 1;
  for (let i = 1; i <= bucket; i += 1) ways = (ways * (PLINKO_ROWS - i + 1)) / i;
  return ways;
}

export const plinkoBet = z.strictObject({ risk: z.enum(PLINKO_RISKS) });
export type PlinkoBet = z.infer<typeof plinkoBet>;

export const plinkoOutcome = z.strictObject({
  /** By row, top to bottom: 0 to the left, 1 to the right. */
  path: z.array(z.literal([0, 1])).check(z.length(PLINKO_ROWS)),
  bucket: z.int().check(z.nonnegative(), z.maximum(PLINKO_ROWS)),
  /** Hundredths of the stake. */
  pays: z.int().check(z.nonnegative()),
});
export type PlinkoOutcome = z.infer<typeof plinkoOutcome>;

export function plinkoEngineOf(table: PlinkoPays, declared: DeclaredFigures): GameEngine<PlinkoBet, PlinkoOutcome> {
  return {
    ...declared,
    gameId: 'plinko',
    kind: 'plinko',
    betSchema: plinkoBet,
    outcomeSchema: plinkoOutcome,
    maxWinOfBet: ({ risk }) => fraction(BigInt(Math.max(...table[risk])), BigInt(PLINKO_PAY_SCALE)),
    /** One draw of twelve bits; the highest is the top row's. */
    play({ stake, bet, draws }) {
      refuseUnplayable(declared.stakeStep, stake);
      const bits = draws.below(2 ** PLINKO_ROWS);
      const path = Array.from({ length: PLINKO_ROWS }, (_, row) => ((bits >> (PLINKO_ROWS - 1 - row)) & 1 ? 1 : 0));
      const bucket = path.reduce<number>((sum, turn) => sum + turn, 0);
      const pays = table[bet.risk][bucket] ?? 0;
      return { outcome: { path, bucket, pays }, win: multiplyFloor(stake, pays, PLINKO_PAY_SCALE) };
    },
  };
}

/** Stakes go in steps of ₦1, so that no pay cuts a kobo. */
export const plinkoEngine = plinkoEngineOf(PLINKO_PAYS, {
  rtp: PLINKO_RTP.low, maxRtp: PLINKO_RTP.medium, maxWin: fraction(150n), stakeStep: kobo(PLINKO_PAY_SCALE),
});
