import { ProblemError } from '../http/problem';

/** The last thread of a page, after which the next page begins. */
export interface ThreadCursor {
  readonly at: Date;
  readonly threadId: string;
}

export function formatThreadCursor({ at, threadId }: ThreadCursor): string {
  return `${at.getTime()}.${threadId}`;
}

/** Parses a cursor; undefined gives null. Throws `bad-request` for a cursor that we did not make. */
export function parseThreadCursor(cursor: string | undefined): ThreadCursor | null {
  if (cursor === undefined) return null;
  const [, at, threadId] = /^(\d{1,15})\.([\w-]{22})$/.exec(cursor) ?? [];
  if (at === undefined || threadId === undefined) throw new ProblemError('bad-request', 'This cursor is not valid.');
  return { at: new Date(Number(at)), threadId };
}
