/**
 * Carries locks of play and of signing in to other accounts of a person: from the account that has the identity to its second ones, and to the
 * account that has the identity next. Never from a second account, because anybody who knows a player's NIN can make one, and have it locked.
 * No mail goes out, so that whoever has a second account does not learn from it what happens to the person.
 */
import type { PoolClient } from 'pg';
import { endSessionsByTeam } from '../accounts';

/** Carries these locks to each of the accounts, whose rows the caller has locked. Sessions end where nobody may sign in then. */
export async function carryLocksTo(
  tx: PoolClient, { lockIds, userIds }: { readonly lockIds: readonly string[]; readonly userIds: readonly string[] }, at: Date,
): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    `INSERT INTO carried_lock (user_id, lock_id, carried_at)
     SELECT to_id, l.lock_id, $3 FROM unnest($2::text[]) to_id CROSS JOIN account_lock l
     WHERE l.lock_id = ANY($1::bigint[]) AND l.ended_at IS NULL AND l.user_id <> to_id ORDER BY to_id, l.lock_id
     ON CONFLICT (user_id, lock_id) WHERE ended_at IS NULL DO NOTHING RETURNING user_id`,
    [lockIds, userIds, at],
  );
  const { rows: locked } = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM player WHERE user_id = ANY($1) AND sign_in_locked ORDER BY user_id', [rows.map((row) => row.user_id)],
  );
  for (const { user_id: userId } of locked) await endSessionsByTeam(tx, userId, at);
}

/** Carries every lock that holds on one account to another one of the person. */
export async function carryLocks(tx: PoolClient, { from, to }: { readonly from: string; readonly to: string }, at: Date): Promise<void> {
  const { rows } = await tx.query<{ lock_id: string }>(
    `SELECT lock_id::text FROM account_lock l WHERE ended_at IS NULL AND (user_id = $1
       OR EXISTS (SELECT FROM carried_lock c WHERE c.lock_id = l.lock_id AND c.user_id = $1 AND c.ended_at IS NULL))`,
    [from],
  );
  if (rows.length > 0) await carryLocksTo(tx, { lockIds: rows.map((row) => row.lock_id), userIds: [to] }, at);
}
