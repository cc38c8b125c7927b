import { invalidCursor } from '../http/cursor';

/** The last thread of a page, after which the next page begins. */
export interface ThreadCursor {
  readonly at: Date;
  readonly threadId: string;
}

export function formatThreadCursor({ at, threadId }: ThreadCursor): string {
  return `${at.getTime()}.${threadId}`;
}

/** Parses a cursor; null without a cursor. Throws `bad-request` for a malformed one. */
export function parseThreadCursor(cursor: string | undefined): ThreadCursor | null {
  if (cursor === undefined) return null;
  const [, at, threadId] = /^(\d{1,15})\.([\w-]{22})$/.exec(cursor) ?? [];
  if (at === undefined || threadId === undefined) throw invalidCursor();
  return { at: new Date(Number(at)), threadId };
}
