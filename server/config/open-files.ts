/** How many files and connections this process may have open at a time. */
import { readFile } from 'node:fs/promises';

/** Ayo's own files, its database's connections and a hundred callers; fewer end in the middle of some work, where no line says why. */
export const LEAST_OPEN_FILES = 256;

/** Reads the limit that is in force (`ulimit -n`); null where the system does not tell. */
export async function readOpenFilesLimit(file = '/proc/self/limits'): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const limit = /^Max open files +(\d+)/m.exec(text)?.[1];
  return limit === undefined ? null : Number(limit);
}

/** Says in one line that there are too few; null where there are enough, or nobody knows. */
export function findTooFewFiles(limit: number | null): string | null {
  if (limit === null || limit >= LEAST_OPEN_FILES) return null;
  return `This process may open ${limit} files, and Ayo needs ${LEAST_OPEN_FILES} or more: raise the limit (ulimit -n, or LimitNOFILE of the unit).`;
}
