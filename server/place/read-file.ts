import { readFile } from 'node:fs/promises';
import { readPlaces } from './place-file';
import { standardBook } from './places';
import type { PlaceBook } from './rules';

/** The file that `PLACES_FILE` names can't be used; the message says why, one line per mistake. */
export class PlaceFileError extends Error {
  override readonly name = 'PlaceFileError';
}

/** Undefined: the file that comes with the program. Throws PlaceFileError. */
export async function readPlaceFile(path: string | undefined): Promise<PlaceBook> {
  if (path === undefined) return standardBook();
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PlaceFileError(`PLACES_FILE names ${JSON.stringify(path)}, which can't be read: ${why}`, { cause: error });
  }
  const read = readPlaces(text);
  if ('book' in read) return read.book;
  throw new PlaceFileError(read.errors.map((line) => `${path}: ${line}.`).join('\n'));
}
