/**
 * The wins of one bet in units of a lattice, laid out for the innermost loops of the solvers, which run millions of times. A win between
 * two amounts of the lattice is divided between both so that the mean stays. Pure.
 */

/** A win in units, and its chance. */
export type Win = readonly [units: number, chance: number];

/** Wins with the same whole number of units are one row; the rows rise with it. */
export interface LatticeWins {
  /** The whole units of each row. */
  readonly floors: Int32Array;
  /** The parts of each row's chance that go to its whole units, and to one unit more. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** The chance of this row and all later ones, and the units that they win on average; both are 0 after the last row. */
  readonly chanceFrom: Float64Array;
  readonly unitsFrom: Float64Array;
}

export function toLatticeWins(wins: readonly Win[]): LatticeWins {
  const rows = new Map<number, { lower: number; upper: number; units: number }>();
  for (const [units, chance] of wins) {
    const floor = Math.floor(units);
    const row = rows.get(floor) ?? { lower: 0, upper: 0, units: 0 };
    const share = units - floor;
    rows.set(floor, { lower: row.lower + chance * (1 - share), upper: row.upper + chance * share, units: row.units + chance * units });
  }
  const sorted = [...rows].toSorted(([a], [b]) => a - b);
  const chanceFrom = new Float64Array(sorted.length + 1);
  const unitsFrom = new Float64Array(sorted.length + 1);
  for (const [index, [, { lower, upper, units }]] of [...sorted.entries()].toReversed()) {
    chanceFrom[index] = (chanceFrom[index + 1] ?? 0) + lower + upper;
    unitsFrom[index] = (unitsFrom[index + 1] ?? 0) + units;
  }
  return {
    floors: Int32Array.from(sorted, ([floor]) => floor),
    lower: Float64Array.from(sorted, ([, row]) => row.lower),
    upper: Float64Array.from(sorted, ([, row]) => row.upper),
    chanceFrom,
    unitsFrom,
  };
}

/** Returns how many of the first `rows` rows lead from `rest` to less than `top`. */
export function rowsBelow(top: number, rest: number, { floors }: LatticeWins, rows: number): number {
  let below = rows;
  while (below > 0 && rest + (floors[below - 1] ?? 0) >= top) below -= 1;
  return below;
}

/** Returns the worth of the first `rows` rows from `rest` on, which all lead to less than the last amount of the layer. */
export function worthBelow(layer: Float64Array, rest: number, { floors, lower, upper }: LatticeWins, rows: number): number {
  let worth = 0;
  for (let row = 0; row < rows; row += 1) {
    const at = rest + (floors[row] ?? 0);
    worth += (lower[row] ?? 0) * (layer[at] ?? 0) + (upper[row] ?? 0) * (layer[at + 1] ?? 0);
  }
  return worth;
}
