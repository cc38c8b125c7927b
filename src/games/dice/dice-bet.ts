/** The target of dice: which targets may be typed, what they pay, and how they are written. Pure; in hundredths, as the engine has them. */
import { DICE_FACES, DICE_PAY_SCALE, DICE_UNDER, diceOutcome, dicePays } from '../../core/games/dice';
import { multiplyFloor } from '../../core/money';
import type { Kobo } from '../../core/money';

export interface DiceChoice {
  /** The target in hundredths. */
  readonly under: number;
}

export const FIRST_CHOICE: DiceChoice = { under: 5_000 };

/** A roll as it is written: "50.00". */
export const rollText = (hundredths: number): string => (hundredths / 100).toFixed(2).padStart(5, '0');

/** Reads a typed target in hundredths; null where the text is none. */
export function readTarget(text: string): number | null {
  const parsed = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (parsed === null) return null;
  const under = Number(parsed[1]) * 100 + Number((parsed[2] ?? '').padEnd(2, '0'));
  return clampTarget(under) === under ? under : null;
}

export function clampTarget(under: number): number {
  return Math.min(DICE_UNDER.max, Math.max(DICE_UNDER.min, under));
}

/** The exact chance: this many hundredths of a percent, because so many of 10,000 rolls win. */
export const chanceText = (under: number): string => `${(under / 100).toFixed(2)}%`;

/** The multiple as "1.98×", with exactly the decimals that the engine pays. */
export function paysText(under: number): string {
  const pays = dicePays(under) / DICE_PAY_SCALE;
  return `${pays.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}×`;
}

/** The pay of a won roll at the stake, as the engine computes it. */
export const winAt = (under: number, stake: Kobo): Kobo => multiplyFloor(stake, dicePays(under), DICE_PAY_SCALE);

/** The place of a roll on the track, 0 … 1. */
export const placeOf = (roll: number): number => roll / DICE_FACES;

/** Reads an outcome of the engine; null for anything else. */
export function readOutcome(outcome: unknown) {
  const parsed = diceOutcome.safeParse(outcome);
  return parsed.success ? parsed.data : null;
}
