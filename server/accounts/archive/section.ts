import type { Cell, Row } from './cells';

interface Part {
  readonly file: string;
  /** One sentence for the readme. */
  readonly about: string;
  /**
   * What is in it, oldest first. `$1` is the player's userId, and everything must hang on it: nothing of anybody else.
   * Columns are named one by one, so that no secret that a table will have one day gets in by itself.
   */
  readonly sql: string;
}

/** One file of the archive. */
export type Section = Part &
  (
    | { readonly is: 'csv'; readonly columns: Readonly<Record<string, Cell>> }
    /** A list of objects, or the one object that there is. */
    | { readonly is: 'list' | 'object'; readonly item: (row: Row) => unknown }
  );

/** How many rows each file has. */
export type Counts = ReadonlyMap<Section, number>;

/** An instant of a row for JSON. */
export function instant(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null;
}
