/**
 * Lets the searches for accounts that look alike come one after the other where they could find each other: those of one
 * birthday. Of two that run at once neither would see the other's account, and nobody would be asked for anything.
 *
 * The lock comes after that of an identity and before every player's row, in all transactions. So whoever waits here holds no row
 * that the one who goes on could need.
 */
import type { PoolClient } from 'pg';

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('birthday/' || birthday, 0))`;

/** Locks the birthday of an account that is about to be opened (`2000-01-31`) until the transaction ends. */
export async function lockBirthday(tx: PoolClient, dateOfBirth: string): Promise<void> {
  await tx.query(`${LOCK} FROM (SELECT to_char($1::date, 'YYYY-MM-DD') AS birthday) own`, [dateOfBirth]);
}

/** Locks the birthdays of these players in their order until the transaction ends. */
export async function lockBirthdaysOf(tx: PoolClient, userIds: readonly string[]): Promise<void> {
  await tx.query(
    `${LOCK} FROM (SELECT DISTINCT to_char(date_of_birth, 'YYYY-MM-DD') AS birthday FROM player WHERE user_id = ANY($1) AND date_of_birth IS NOT NULL ORDER BY 1) own`,
    [userIds],
  );
}
