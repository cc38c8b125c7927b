/** The player's accounts beside the real one: changed while that one is locked. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { openAccount } from './accounts';
import type { AccountChange } from './plan';

export function notEnough(): ProblemError {
  return new ProblemError('insufficient-funds', 'You do not have enough for this.');
}

/** The balance after it. Throws `insufficient-funds`. */
export async function applyChange(tx: PoolClient, userId: string, change: AccountChange): Promise<Kobo> {
  const changed = await tryChange(tx, change);
  if (changed !== null) return changed;
  // Nothing was updated: too little is there, or the account is not there yet.
  if (change.needed === 0) {
    await openAccount(tx, userId, change.ref);
    const opened = await tryChange(tx, change);
    if (opened !== null) return opened;
  }
  throw notEnough();
}

/** One conditional update: the check, the lock and the change are the same moment. */
async function tryChange(tx: PoolClient, { accountId, delta, needed }: AccountChange): Promise<Kobo | null> {
  const { rows } = await tx.query<{ balance: number }>({
    name: 'ledger-change',
    text: `UPDATE ledger_account SET balance = balance + $2, version = version + 1
           WHERE account_id = $1 AND balance >= $3 RETURNING balance`,
    values: [accountId, delta, needed],
  });
  return rows[0] === undefined ? null : kobo(rows[0].balance);
}
