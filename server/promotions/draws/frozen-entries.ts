/** Stores and reads the entries of a draw as they are at its freezing, with what bars them from winning. */
import type { PoolClient } from 'pg';
import type { EntryBar } from '../../../src/core/draw-kinds';

export interface FrozenEntry {
  readonly userId: string;
  /** Why the entry can't win; null where it can. */
  readonly bar: EntryBar | null;
}

/**
 * Stores why the account of an entry can't win, as it stands at `at`. A barred entry stays in the draw. The bars are stored at a moment in which
 * nobody can know yet what they change, because whoever could bar entries later would choose the winner. Somebody on a break can win, because a
 * prize is no play.
 */
export async function storeBars(tx: PoolClient, drawId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE draw_entry e SET bar = found.bar FROM (
       SELECT own.entry_id, CASE
         WHEN p.role <> 'player' THEN 'admin'
         WHEN p.closed_at IS NOT NULL THEN 'closed'
         WHEN p.protection = 'excluded' AND (p.protection_until IS NULL OR p.protection_until > $2) THEN 'excluded'
         WHEN p.is_second THEN 'second-account'
         WHEN p.identity_check IS NOT NULL OR NOT EXISTS (SELECT FROM identity i WHERE i.user_id = p.user_id AND i.passed_at IS NULL) THEN 'unverified'
         END AS bar
       FROM draw_entry own JOIN player p USING (user_id) WHERE own.draw_id = $1 AND NOT own.left_out) found
     WHERE e.entry_id = found.entry_id AND found.bar IS NOT NULL AND e.bar IS NULL`,
    [drawId, at],
  );
}

/** Reads the entries of a draw by their ids. */
export async function readFrozenEntries(tx: PoolClient, drawId: string): Promise<ReadonlyMap<string, FrozenEntry>> {
  const { rows } = await tx.query<{ entry_id: string; user_id: string; bar: EntryBar | null }>(
    'SELECT entry_id, user_id, bar FROM draw_entry WHERE draw_id = $1 AND NOT left_out', [drawId],
  );
  return new Map(rows.map((row) => [row.entry_id, { userId: row.user_id, bar: row.bar }]));
}

/** Returns the bars of the entries that can't win, by the ids of these entries. */
export function barsOf(entries: ReadonlyMap<string, FrozenEntry>): Readonly<Record<string, EntryBar>> {
  return Object.fromEntries([...entries].flatMap(([entryId, { bar }]) => (bar === null ? [] : [[entryId, bar]])));
}
