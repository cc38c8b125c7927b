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

/** A row in a list by time, and by its id among those of one instant. */
export interface TimePosition {
  readonly at: Date;
  readonly id: string;
}

/** Parses a cursor that is the instant of a row and its id; null without a cursor. Throws `bad-request` for a malformed one. */
export function parseTimeCursor(cursor: string | undefined): TimePosition | null {
  if (cursor === undefined) return null;
  const [, ms, id] = /^(\d{1,15})\.([0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw invalidCursor();
  return { at: new Date(Number(ms)), id };
}
