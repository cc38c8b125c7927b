/** Turns a round of mines into the board and the words that are shown. Pure. */
import { CELLS, minesPays, minesStops, minesView } from '../../core/games/mines';
import { fractionToNumber } from '../../core/fraction';
import { formatNaira, kobo, multiplyFloor } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { GameOdds } from '../embedded-game';
import { words } from './words';

export interface MinesChoice {
  readonly mines: number;
}

export const FIRST_CHOICE: MinesChoice = { mines: 3 };
export const MOST_MINES = CELLS - 1;

export const choiceOf = (mines: number): MinesChoice => ({ mines: Math.min(MOST_MINES, Math.max(1, mines)) });

export function readView(view: unknown) {
  const parsed = minesView.safeParse(view);
  return parsed.success ? parsed.data : null;
}
export type MinesView = NonNullable<ReturnType<typeof readView>>;

export type CellState = 'closed' | 'safe' | 'hit' | 'mine';

/** The state of each cell, from 0 at the top left to 24. */
export function cellStatesOf(view: MinesView | null): readonly CellState[] {
  return Array.from({ length: CELLS }, (_, cell) => {
    const isOpened = view?.opened.includes(cell) ?? false;
    const isMine = view?.laid?.includes(cell) ?? false;
    if (isMine) return isOpened ? 'hit' : 'mine';
    return isOpened ? 'safe' : 'closed';
  });
}

/** The number of safe cells that were opened. */
export const safeCount = ({ opened, laid }: MinesView): number => opened.filter((cell) => !laid?.includes(cell)).length;
export const isLost = ({ opened, laid }: MinesView): boolean => laid !== null && opened.some((cell) => laid.includes(cell));

/** The multiple of the stake after a number of safe cells. */
export const timesAfter = (mines: number, opened: number): number => fractionToNumber(minesPays(mines, opened));

/** The amount in kobo, rounded down once, as the engine does. */
export function paysAfter(mines: number, opened: number, stake: Kobo): Kobo {
  const { numerator, denominator } = minesPays(mines, opened);
  return multiplyFloor(stake, numerator, denominator);
}

/** The largest amount that can be cashed out with so many mines, and how often a player gets there who never stops before it. */
export function largestCashOut(mines: number, stake: Kobo): GameOdds & { readonly opened: number } {
  const { opened = 0, win = 0, reach = { numerator: 1n, denominator: 1n } } = minesStops(mines, stake).at(-1) ?? {};
  return { opened, maxWin: win / stake, maxWinEvery: fractionToNumber({ numerator: reach.denominator, denominator: reach.numerator }) };
}

/** Says how the round ended or stands. */
export function describeMines(rawView: unknown): string {
  const view = readView(rawView);
  if (view === null || view.opened.length === 0 || view.next === null) return words.startText;
  return words.openText(safeCount(view), formatNaira(kobo(view.next)));
}
