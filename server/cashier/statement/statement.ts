/** A player's statement as a chain of entries, page by page from the first entry (see src/core/statement.ts). */
import type { Pool } from 'pg';
import { CURRENCY } from '../../../src/core/contract/primitives';
import type { StatementEntry, StatementPage } from '../../../src/core/contract/statement';
import { statementStart } from '../../../src/core/statement';
import { transaction } from '../../db/transaction';
import { ProblemError } from '../../http/problem';
import { accountIdOf, accountNameOf } from '../../ledger/accounts';
import type { Db } from '../../ledger/accounts';
import { ENTRY_COLUMNS } from './entry-rows';
import type { EntryRow } from './entry-rows';

export const STATEMENT_PAGE = 500;

interface StatementRow extends EntryRow {
  /** In hex. */
  readonly hash: string;
}

/**
 * Reads, in one snapshot, the entries after the entry `after` (null means from the first), oldest first, and the head of the chain.
 * Throws 400 `bad-request` where `after` is not an entry of this player.
 */
export async function readStatement(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  { userId, after, limit = STATEMENT_PAGE }: { readonly userId: string; readonly after: number | null; readonly limit?: number },
): Promise<StatementPage> {
  return transaction(
    pool,
    async (tx) => {
      const previous = after === null ? statementStart(userId) : await hashOfEntry(tx, userId, after);
      if (previous === null) throw new ProblemError('bad-request', 'Your statement does not have this entry.');
      const rows = await entriesAfter(tx, userId, after ?? 0, limit + 1);
      const items = rows.slice(0, limit).map((row) => toEntry(userId, row));
      const last = items.at(-1);
      return {
        userId,
        currency: CURRENCY,
        previous,
        items,
        next: rows.length > limit && last !== undefined ? last.entryId : null,
        head: { ...(await readHead(tx, userId)), at: now().toISOString() },
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

async function hashOfEntry(tx: Db, userId: string, entryId: number): Promise<string | null> {
  const { rows } = await tx.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM ledger_entry WHERE user_id = $1 AND entry_id = $2 AND balance_after IS NOT NULL`,
    [userId, entryId],
  );
  return rows[0]?.hash ?? null;
}

async function entriesAfter(tx: Db, userId: string, after: number, limit: number): Promise<StatementRow[]> {
  const { rows } = await tx.query<StatementRow>(
    `SELECT ${ENTRY_COLUMNS}, encode(e.hash, 'hex') AS hash
     FROM (SELECT * FROM ledger_entry WHERE user_id = $1 AND balance_after IS NOT NULL AND entry_id > $2
           ORDER BY entry_id LIMIT $3) e
     JOIN ledger_transaction t USING (transaction_id) ORDER BY e.entry_id`,
    [userId, after, limit],
  );
  return rows;
}

async function readHead(tx: Db, userId: string): Promise<{ hash: string; entries: number }> {
  const { rows } = await tx.query<{ hash: string | null; entries: number }>(
    `SELECT encode(chain_hash, 'hex') AS hash, chain_length AS entries FROM ledger_account WHERE account_id = $1`,
    [accountIdOf(userId, 'real')],
  );
  return { hash: rows[0]?.hash ?? statementStart(userId), entries: rows[0]?.entries ?? 0 };
}

function toEntry(userId: string, row: StatementRow): StatementEntry {
  return {
    entryId: String(row.entry_id),
    at: row.at.toISOString(),
    kind: row.kind,
    account: accountNameOf(userId, row.account_id),
    amount: row.amount,
    balanceBefore: row.balance_before,
    balanceAfter: row.balance_after,
    reference: row.reference,
    hash: row.hash,
  };
}
