/** Players who can be paid out, written straight into the database: verified, with a bank account that was used before. */
import type { Pool } from 'pg';
import { writeBankAccount } from './field-keys';
import { makePlayer } from './players';

export interface PayablePlayer {
  readonly userId: string;
  readonly bankAccountId: string;
}

/** Counts over the whole file, so that no two players get the same account number. */
let accountCount = 0;
/** Tests that call the functions directly, without the HTTP server, have always just entered the password: this date is after every test. */
const PASSWORD_AT = new Date('2100-01-01T00:00:00Z');

/**
 * Makes a player. `ending` is the last two digits of the account number, by which the simulator chooses the result of a payout.
 */
export async function makePayable(pool: Pool, ending = '00'): Promise<PayablePlayer> {
  const userId = await makePlayer(pool);
  await pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [userId]);
  return { userId, bankAccountId: await openBankAccount(pool, userId, ending) };
}

export const sessionOf = (userId: string): string => `session of ${userId}`;

/** Opens the session of `sessionOf`. */
export async function openSession(pool: Pool, userId: string): Promise<void> {
  await pool.query(
    `INSERT INTO session (session_hash, user_id, binding_hash, created_at, last_action_at, last_seen_at, expires_at, password_at)
     SELECT $2, user_id, '', created_at, created_at, created_at, $3, $3 FROM player WHERE user_id = $1`,
    [userId, sessionOf(userId), PASSWORD_AT],
  );
}

/** Adds a bank account whose holder is the player. */
export async function openBankAccount(pool: Pool, userId: string, ending = '00'): Promise<string> {
  accountCount += 1;
  const bankAccountId = `ba-${userId}-${accountCount}`;
  const { rows: [player] } = await pool.query<{ holder: string; created_at: Date }>(
    `SELECT upper(lastname || ' ' || firstname) AS holder, created_at FROM player WHERE user_id = $1`, [userId],
  );
  if (player === undefined) throw new Error('there is no such player');
  await writeBankAccount(pool, {
    bank_account_id: bankAccountId, user_id: userId, bank_code: '058', bank_name: 'Guaranty Trust Bank',
    accountNumber: `${String(accountCount).padStart(6, '0')}00${ending}`, account_name: player.holder, added_at: player.created_at, used_at: player.created_at,
  });
  return bankAccountId;
}
