import type { Cell, Row } from './csv-cells';

interface Part {
  readonly file: string;
  /** A sentence for the readme. */
  readonly description: string;
  /**
   * Selects the content, oldest first. `$1` is the player's userId; every row must depend on it, so that the archive holds nobody
   * else's data. The query names each column, so that no secret of a future column gets into the archive unnoticed.
   */
  readonly sql: string;
}

/** One file of the archive. */
export type Section = Part &
  (
    | { readonly format: 'csv'; readonly columns: Readonly<Record<string, Cell>> }
    /** A list of objects, or a single object. */
    | { readonly format: 'list' | 'object'; readonly toJson: (row: Row) => unknown }
  );

/** The number of rows of each file. */
export type Counts = ReadonlyMap<Section, number>;

/** Writes a row's time for JSON; null where the value is no time. */
export function toInstant(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null;
}
