import { ProblemError } from '../http/problem';

/** Where a page of threads ended. */
export interface ThreadPlace {
  readonly at: Date;
  readonly threadId: string;
}

export function writeThreadPlace({ at, threadId }: ThreadPlace): string {
  return `${at.getTime()}.${threadId}`;
}

/** Null for none. Throws a ProblemError `bad-request` for a cursor that is none of ours. */
export function readThreadPlace(cursor: string | undefined): ThreadPlace | null {
  if (cursor === undefined) return null;
  const [, at, threadId] = /^(\d{1,15})\.([\w-]{22})$/.exec(cursor) ?? [];
  if (at === undefined || threadId === undefined) throw new ProblemError('bad-request', 'This cursor is not one of ours.');
  return { at: new Date(Number(at)), threadId };
}
