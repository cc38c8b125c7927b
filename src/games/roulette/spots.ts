/** The bets of the table: their places, names and pays. Pure. */
import { RED, SPOTS } from '../../core/games/roulette';
import { entryOf } from '../../core/words/is-key-of';
import { words } from './words';

/** A bet on numbers may cover this many numbers. */
export const KINDS = [1, 2, 3, 4, 6] as const;
export type NumbersCovered = (typeof KINDS)[number];

/**
 * A place on the table, in cells: `across` 0 … 3 over the three columns of numbers, then dozens and columns (3 … 4) and even
 * chances (4 … 5); `along` from zero (0 … 1) over twelve rows (1 … 13). The columns have no row of their own at the end, so that every
 * cell is as large as it can be on a small phone.
 */
export interface Place {
  readonly across: number;
  readonly along: number;
}

export interface Cell extends Place {
  readonly spot: string;
  /** Cells across and along. */
  readonly wide: number;
  readonly long: number;
}

const middleOf = (n: number): Place => ({ across: ((n - 1) % 3) + 0.5, along: Math.ceil(n / 3) + 0.5 });
const mean = (figures: readonly number[]): number => figures.reduce((sum, each) => sum + each, 0) / figures.length;

/** The place of a chip on these numbers: on the number, on the line between numbers, or at the outer edge of their rows. */
export function placeOf(numbers: readonly number[]): Place {
  const [first = 0] = numbers;
  const centres = numbers.filter((n) => n !== 0).map(middleOf);
  if (first === 0) {
    if (centres.length === 0) return { across: 1.5, along: 0.5 };
    return { across: centres.length === 3 ? 0 : mean(centres.map(({ across }) => across)), along: 1 };
  }
  const along = mean(centres.map((place) => place.along));
  return { across: numbers.length === 3 || numbers.length === 6 ? 0 : mean(centres.map(({ across }) => across)), along };
}

/** The numbers that a bet covers; none for a bet that is not on the table. */
export const coverOf = (spot: string): readonly number[] => SPOTS.get(spot) ?? [];

const isInside = (spot: string): boolean => /^\d/.test(spot);

/** The bets on this many numbers, in the order of the table. */
export function spotsOf(kind: NumbersCovered): readonly string[] {
  return [...SPOTS].filter(([spot, numbers]) => isInside(spot) && numbers.length === kind).map(([spot]) => spot);
}

/** Every number is a cell, and so is every bet that lies beside the numbers. */
export const NUMBER_CELLS: readonly Cell[] = Array.from({ length: 37 }, (_, n) =>
  n === 0
    ? { spot: '0', across: 0, along: 0, wide: 3, long: 1 }
    : { spot: String(n), across: (n - 1) % 3, along: Math.ceil(n / 3), wide: 1, long: 1 },
);

const THIRDS = ['dozen-1', 'dozen-2', 'dozen-3', 'column-1', 'column-2', 'column-3'] as const;
const EVENS = ['low', 'even', 'red', 'black', 'odd', 'high'] as const;

export const OUTSIDE_CELLS: readonly Cell[] = [
  ...THIRDS.map((spot, at) => ({ spot, across: 3, along: 1 + 2 * at, wide: 1, long: 2 })),
  ...EVENS.map((spot, at) => ({ spot, across: 4, along: 1 + 2 * at, wide: 1, long: 2 })),
];

/** The place of a chip on any bet. */
export function chipPlace(spot: string): Place {
  const cell = OUTSIDE_CELLS.find((each) => each.spot === spot);
  if (cell === undefined) return placeOf(coverOf(spot));
  return { across: cell.across + cell.wide / 2, along: cell.along + cell.long / 2 };
}

/** The odds of a bet: 35 for one number … 1 for eighteen. */
export const oddsOf = (spot: string): number => 36 / Math.max(1, coverOf(spot).length) - 1;

export type Colour = 'red' | 'black' | 'zero';

export function colourOf(n: number): Colour {
  if (n === 0) return 'zero';
  return RED.includes(n) ? 'red' : 'black';
}

/** The name of a bet: "Corner 1, 2, 4 and 5". */
export function spotName(spot: string): string {
  const numbers = coverOf(spot);
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const numberList = numbers.join(', ').replace(/, (\d+)$/, `${words.and}$1`);
  if (spot.startsWith('dozen')) return words.dozen(first, last);
  if (spot.startsWith('column')) return words.column(first);
  if (!isInside(spot)) return entryOf(words.even, spot) ?? spot;
  const names: Readonly<Record<number, string>> = {
    1: words.number(first), 2: words.split(numberList), 3: words.street(numberList), 4: words.corner(numberList), 6: words.line(first, last),
  };
  return names[numbers.length] ?? spot;
}

/** The label in the cell of the table. */
export function shortName(spot: string): string {
  const numbers = coverOf(spot);
  const [first = 0] = numbers;
  if (spot.startsWith('column')) return words.shortColumn(first);
  const isRange = spot.startsWith('dozen') || spot === 'low' || spot === 'high';
  return isRange ? words.range(first, numbers.at(-1) ?? 0) : (entryOf(words.even, spot) ?? spot);
}
