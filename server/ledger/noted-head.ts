/**
 * Hashes the whole ledger up to an entry, so that an end that was noted outside of the database shows later that nothing before it was changed.
 * Triggers stop everybody but the owner of the tables, and the owner can compute every hash inside of the database again.
 */
import type { Db } from './accounts';

/** Where a ledger ends: its last entry, and the hash of all entries up to it. */
export interface LedgerHead {
  readonly entryId: number;
  /** Hex of SHA-256. */
  readonly hash: string;
}

/** A slice is hashed in about a tenth of a second. The hash depends on this number, so another one makes noted ends useless. */
const SLICE_SIZE = 10_000;

/** What is fixed about each entry and its transaction; columns that later versions add are not among them. */
const HASH_OF_SLICE = `SELECT encode(sha256(convert_to($1 || coalesce(string_agg(jsonb_build_array(
    e.entry_id, e.account_id, e.user_id, e.kind, e.amount, e.balance_before, e.balance_after, extract(epoch FROM e.at), encode(e.hash, 'hex'),
    t.transaction_id, t.kind, t.user_id, t.reference, extract(epoch FROM t.at))::text, E'\\n' ORDER BY e.entry_id), ''), 'UTF8')), 'hex') AS hash
  FROM ledger_entry e JOIN ledger_transaction t USING (transaction_id) WHERE e.entry_id > $2 AND e.entry_id <= $3`;

async function headAt(db: Db, entryId: number): Promise<LedgerHead> {
  let hash = '';
  for (let after = 0; after < entryId; after += SLICE_SIZE) {
    const { rows } = await db.query<{ hash: string }>(HASH_OF_SLICE, [hash, after, Math.min(after + SLICE_SIZE, entryId)]);
    hash = rows[0]?.hash ?? '';
  }
  return { entryId, hash };
}

export interface NotedHead {
  /** The end of the ledger where it was checked last: no entry can appear below it any more. */
  readonly head: LedgerHead;
  /** False where an entry up to the noted one was changed, removed or put in between since; null where none was noted. */
  readonly isNotedWhole: boolean | null;
}

/**
 * Reads the whole ledger once, or twice where an end was `noted`. Slices need no common snapshot, because nothing may change before the
 * checkpoint.
 */
export async function readNotedHead(db: Db, noted: LedgerHead | null): Promise<NotedHead> {
  const { rows } = await db.query<{ last_entry: number }>('SELECT last_entry FROM ledger_checkpoint');
  const head = await headAt(db, rows[0]?.last_entry ?? 0);
  if (noted === null) return { head, isNotedWhole: null };
  return { head, isNotedWhole: noted.entryId <= head.entryId && (await headAt(db, noted.entryId)).hash === noted.hash };
}
