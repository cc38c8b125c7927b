/** Reads the cursors of lists. A client gets a cursor from us as `next`, so we accept no other form. */
import { ProblemError } from './problem';

export function invalidCursor(): ProblemError {
  return new ProblemError('bad-request', 'This cursor is not valid.');
}

/** Parses a cursor that is the number of a row; null without a cursor. Throws `bad-request` for a malformed one. */
export function parseRowCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}
