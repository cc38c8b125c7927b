/** A slots theme is data: the engine plays it, and `par.ts` proves what it pays. */
import type { Fraction } from '../../fraction';

export const REELS = 5;
export const ROWS = 3;

/** Pays for 3, 4 and 5 in a row from the left, in line stakes (the stake divided by the number of lines). */
export type LinePays = readonly [three: number, four: number, five: number];

/** A row (0 top … 2 bottom) on each reel. */
export type Line = readonly [number, number, number, number, number];

export interface FreeSpins {
  /** Free spins for 3, 4 and 5 scatters anywhere in the window of the paid spin. */
  readonly awards: LinePays;
  /** Multiplies the line pays of free spins. */
  readonly multiplier: number;
  /** Each free spin's multiplier is one more than that of the spin before it. Not together with `again`. */
  readonly climbs?: true;
  /**
   * Further free spins for 3, 4 and 5 scatters in a free spin, played after all others. They win no further ones, so
   * that a round ends and its largest win is finite. Without it scatters on the reels of free spins are blanks.
   */
  readonly again?: LinePays;
  readonly strips: readonly (readonly string[])[];
}

export interface SlotTheme<Symbol extends string = string> {
  readonly gameId: string;
  readonly name: string;
  /** All symbols, best-paying first. */
  readonly symbols: readonly Symbol[];
  /** Stands for every symbol but the scatter. Its own row of pays, if any, counts where it pays more. */
  readonly wild: Symbol | null;
  /** Multiplies the pay of a run of another symbol, once, when at least one wild is part of it. */
  readonly wildMultiplier?: number;
  /** A wild anywhere on a reel makes the whole reel wild before the lines are read. */
  readonly wildExpands?: true;
  /**
   * Where runs may lie on a line. Missing: from the left. `both-ways`: from the left and from the right, each paid, a run
   * over all five reels once. `anywhere`: any neighbouring reels, the best run paid.
   */
  readonly runs?: 'both-ways' | 'anywhere';
  /** Five reels; every stop of a reel is as likely as any other, weight is how often a symbol is on the strip. */
  readonly strips: readonly (readonly Symbol[])[];
  readonly lines: readonly Line[];
  readonly pays: { readonly [name in Symbol]?: LinePays };
  readonly scatter: null | {
    readonly symbol: Symbol;
    /** Pays for 3, 4 and 5 scatters anywhere, in line stakes. */
    readonly pays: LinePays;
    readonly freeSpins: FreeSpins | null;
  };
  /** Declared return to player and largest win (in stakes); the tests demand that enumeration gives exactly these. */
  readonly rtp: Fraction;
  readonly maxWin: Fraction;
}

/**
 * Strips written as letters, the way par sheets print them: one string a reel, top to bottom. Throws a RangeError for a
 * letter that the key doesn't have.
 */
export function stripsOf<Symbol extends string>(
  key: { readonly [letter: string]: Symbol },
  reels: readonly string[],
): readonly (readonly Symbol[])[] {
  return reels.map((letters) =>
    Array.from(letters, (letter) => {
      const symbol = key[letter];
      if (symbol === undefined) throw new RangeError(`no symbol for the letter ${letter}`);
      return symbol;
    }),
  );
}
