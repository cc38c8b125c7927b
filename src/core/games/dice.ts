/**
 * Dice: a roll of 00.00 … 99.99, won when it is under the player's threshold. Everything in hundredths, 0 … 9999.
 *
 * A threshold T pays 99 ÷ T, cut to four decimals: ⌊9900 × 10000 ÷ T⌋ ten-thousandths of the stake. Return: 99 % where
 * nothing is cut (50.00 pays 1.98), never below 98.99 %; least below 97.24.
 */
import * as z from '../zod';
import { fraction } from '../fraction';
import type { Fraction } from '../fraction';
import { kobo, multiplyFloor } from '../money';
import { refuseUnplayable } from './engine';
import type { DeclaredFigures, GameEngine } from './engine';

export const DICE_FACES = 10_000;
/** The longest shot pays 9,900; above 98.00 a win would hardly be more than the stake. */
export const DICE_UNDER = { min: 1, max: 9_800 } as const;
/** Pays have four decimals. */
export const DICE_PAY_SCALE = 10_000;

export const diceBet = z.strictObject({
  /** Hundredths: the roll wins when it is below. */
  under: z.int().check(z.minimum(DICE_UNDER.min), z.maximum(DICE_UNDER.max)),
});
export type DiceBet = z.infer<typeof diceBet>;

export const diceOutcome = z.strictObject({
  /** Hundredths, 0 … 9999. */
  roll: z.int().check(z.nonnegative(), z.maximum(DICE_FACES - 1)),
  /** Ten-thousandths of the stake, the stake included; 0 for a lost round. */
  pays: z.int().check(z.nonnegative()),
});
export type DiceOutcome = z.infer<typeof diceOutcome>;

/** 99 in the units of pays and thresholds; what may differ from one version of the rules to another. */
export const DICE_PAYS_OVER = 9_900 * DICE_PAY_SCALE;

/** The pay of a won bet under `under` hundredths, in ten-thousandths of the stake. */
export const dicePays = (under: number, paysOver = DICE_PAYS_OVER): number => Math.floor(paysOver / under);

/** Exact return of a threshold: it is won in `under` of 10,000 rolls. */
export const diceReturn = (under: number): Fraction =>
  fraction(BigInt(under * dicePays(under)), BigInt(DICE_FACES * DICE_PAY_SCALE));

export function diceEngineOf(paysOver: number, declared: DeclaredFigures): GameEngine<DiceBet, DiceOutcome> {
  return {
    ...declared,
    gameId: 'dice',
    kind: 'dice',
    betSchema: diceBet,
    outcomeSchema: diceOutcome,
    maxWinOfBet: ({ under }) => fraction(BigInt(dicePays(under, paysOver)), BigInt(DICE_PAY_SCALE)),
    play({ stake, bet: { under }, draws }) {
      refuseUnplayable(declared.stakeStep, stake);
      const roll = draws.below(DICE_FACES);
      const pays = roll < under ? dicePays(under, paysOver) : 0;
      return { outcome: { roll, pays }, win: multiplyFloor(stake, pays, DICE_PAY_SCALE) };
    },
  };
}

/** Stakes go in steps of ₦100, the unit that every pay has a whole number of kobo for. */
export const diceEngine = diceEngineOf(DICE_PAYS_OVER, {
  rtp: diceReturn(9_724), maxRtp: fraction(99n, 100n), maxWin: fraction(9_900n), stakeStep: kobo(DICE_PAY_SCALE),
});
