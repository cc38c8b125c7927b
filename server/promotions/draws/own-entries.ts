/** Reads a player's own entries in draws. */
import type { Claimable } from '../../../src/core/contract/promotions';
import type { Db } from '../../ledger/accounts';

/** The page shows no more weeks than this at first, so a player needs no earlier entries. */
const MAX_ENTRIES = 20;

/** Reads a player's entries in a promotion's draws, the newest week first. An entry that rule 1 left out of its draw has no draw. */
export async function readOwnEntries(db: Db, userId: string, promotionId: string): Promise<Required<Pick<Claimable, 'entryIds' | 'entryDraws'>>> {
  const { rows } = await db.query<{ draw_id: string; entry_id: string; left_out: boolean }>(
    `SELECT e.draw_id, e.entry_id, e.left_out FROM draw_entry e JOIN draw d USING (draw_id)
     WHERE e.user_id = $1 AND d.promotion_id = $2 ORDER BY d.week DESC LIMIT ${MAX_ENTRIES}`,
    [userId, promotionId],
  );
  return {
    entryIds: rows.map((row) => row.entry_id),
    entryDraws: rows.map((row) => (row.left_out ? '' : row.draw_id)),
  };
}
