import { readFile } from 'node:fs/promises';
import { parsePlaces } from './place-file';
import { standardBook } from './places';
import type { PlaceBook } from './rules';

/** Says why the file that `PLACES_FILE` names can't be used; the message has one line for each mistake. */
export class PlaceFileError extends Error {
  override readonly name = 'PlaceFileError';
}

/** Reads the operator's file of places, or without a path the one that is part of the program. Throws PlaceFileError. */
export async function readPlaceFile(path: string | undefined): Promise<PlaceBook> {
  if (path === undefined) return standardBook();
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlaceFileError(`PLACES_FILE names ${JSON.stringify(path)}, which can't be read: ${reason}`, { cause: error });
  }
  const parsed = parsePlaces(text);
  if ('book' in parsed) return parsed.book;
  throw new PlaceFileError(parsed.errors.map((line) => `${path}: ${line}.`).join('\n'));
}
