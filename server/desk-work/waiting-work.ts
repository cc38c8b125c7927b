/** Counts the work that waits. */
import type { Db } from '../ledger/accounts';
import type { WorkSource } from './work-kinds';

export interface WaitingWork {
  readonly kind: string;
  readonly count: number;
  /** Since when the oldest waits; null where nothing does. */
  readonly oldest: Date | null;
}

/** Makes one statement for these kinds; its parameter is the present moment. */
export function waitingWorkQuery(sources: readonly WorkSource[]): string {
  return sources.map(({ kind, waiting }) => `SELECT '${kind}' AS kind, count(*)::integer AS count, min(since) AS oldest FROM (${waiting}) AS waiting`).join(' UNION ALL ');
}

export async function readWaitingWork(db: Db, sources: readonly WorkSource[], now: Date): Promise<readonly WaitingWork[]> {
  if (sources.length === 0) return [];
  const { rows } = await db.query<WaitingWork>(`SELECT $1::timestamptz AS now, w.* FROM (${waitingWorkQuery(sources)}) w`, [now]);
  return sources.map(({ kind }) => rows.find((row) => row.kind === kind) ?? { kind, count: 0, oldest: null });
}
