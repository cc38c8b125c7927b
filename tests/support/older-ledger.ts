/** Money on a database of an older version: today's postings write columns of today. */
import type { PoolClient } from 'pg';
import { entryHash, statementStart } from '../../src/core/statement';

export interface FirstCredit {
  readonly userId: string;
  /** The kind of the transaction, and of its entries. */
  readonly kind: 'deposit' | 'bonus-credit';
  readonly entryKind: 'deposit' | 'bonus';
  readonly from: 'gateway' | 'bonus-cost';
  /** Kobo. */
  readonly amount: number;
  readonly reference: string;
  readonly at: Date;
}

/** Gives money to a player who has had none, as versions since the chained statement did; returns the transaction's id. */
export async function writeFirstCredit(tx: PoolClient, credit: FirstCredit): Promise<string> {
  const { userId, kind, entryKind, from, amount, reference, at } = credit;
  const { rows: [ids] } = await tx.query<{ transaction_id: number; entry_id: number }>(
    `INSERT INTO ledger_transaction (kind, user_id, reference, at) VALUES ($1, $2, $3, $4)
     RETURNING transaction_id, nextval('ledger_entry_entry_id_seq') AS entry_id`,
    [kind, userId, reference, at],
  );
  if (ids === undefined) throw new Error('the transaction was just written');
  const hash = entryHash(statementStart(userId), {
    entryId: String(ids.entry_id), at: at.toISOString(), kind: entryKind, account: 'real', amount, balanceBefore: 0, balanceAfter: amount, reference,
  });
  await tx.query(
    `INSERT INTO ledger_account (account_id, user_id, kind, currency, balance, version, chain_hash, chain_length)
     VALUES ('real:' || $1::text, $1, 'real', 'NGN', $2, 1, decode($3, 'hex'), 1)`,
    [userId, amount, hash],
  );
  await tx.query(
    `INSERT INTO ledger_entry (entry_id, transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash) OVERRIDING SYSTEM VALUE
     VALUES (nextval('ledger_entry_entry_id_seq'), $1, $7 || ':NGN', $3, $8, -$4::bigint, NULL, NULL, $5, NULL),
       ($2, $1, 'real:' || $3::text, $3, $8, $4, 0, $4, $5, decode($6, 'hex'))`,
    [ids.transaction_id, ids.entry_id, userId, amount, at, hash, from, entryKind],
  );
  return String(ids.transaction_id);
}
