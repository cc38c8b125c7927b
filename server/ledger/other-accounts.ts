/** Locks the player's accounts beside the real one; the caller has locked the real one first. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { openAccount } from './accounts';
import type { AccountChange } from './posting';

export function notEnoughProblem(): ProblemError {
  return new ProblemError('insufficient-funds', 'You do not have enough for this.');
}

/**
 * Locks the accounts that a posting touches beside the real one, and returns their balances in kobo by account id. A missing account that
 * only receives is created. Without such accounts it makes no trip.
 */
export async function lockOtherAccounts(tx: PoolClient, userId: string, changes: readonly AccountChange[]): Promise<ReadonlyMap<string, Kobo>> {
  const others = changes.filter(({ ref }) => ref !== 'real');
  if (others.length === 0) return new Map();
  const accountIds = others.map(({ accountId }) => accountId);
  const balances = await lockBalances(tx, accountIds);
  const missing = others.filter(({ accountId, needed }) => needed === 0 && !balances.has(accountId));
  if (missing.length === 0) return balances;
  for (const { ref } of missing) await openAccount(tx, userId, ref);
  return lockBalances(tx, accountIds);
}

async function lockBalances(tx: PoolClient, accountIds: readonly string[]): Promise<ReadonlyMap<string, Kobo>> {
  const { rows } = await tx.query<{ account_id: string; balance: number }>({
    name: 'ledger-lock-others',
    text: 'SELECT account_id, balance FROM ledger_account WHERE account_id = ANY($1) ORDER BY account_id FOR NO KEY UPDATE',
    values: [accountIds],
  });
  return new Map(rows.map(({ account_id: accountId, balance }) => [accountId, kobo(balance)]));
}
