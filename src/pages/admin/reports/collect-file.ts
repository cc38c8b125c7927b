/** Puts a file together from its parts. */
import type { Result } from '../../../core/errors';

/** A file takes at most so many lines; spreadsheets open no more than a million, and phones less. */
export const MAX_LINES = 100_000;

interface FilePart {
  readonly csv: string;
  readonly lines: number;
  readonly next: string | null;
}

export interface CollectedFile {
  readonly parts: readonly string[];
  readonly lines: number;
  /** There is more than a file takes. */
  readonly isPartial: boolean;
}

/** Null where a part could not be loaded. */
export async function collectFile(
  load: (cursor: string | undefined) => Promise<Result<FilePart>>,
  onProgress: (lines: number) => void,
): Promise<CollectedFile | null> {
  const parts: string[] = [];
  let lines = 0;
  for (let cursor: string | undefined; ;) {
    const result = await load(cursor);
    if (!result.ok) return null;
    const { csv, next } = result.data;
    parts.push(csv);
    lines += result.data.lines;
    onProgress(lines);
    if (next === null || lines >= MAX_LINES) return { parts, lines, isPartial: next !== null };
    // A platform that returns the same cursor again would never come to an end.
    if (next === cursor) return null;
    cursor = next;
  }
}
