/** Reads the player's row for the account services. */
import type { Pool, PoolClient } from 'pg';

export interface PlayerRow {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly email_activated_at: Date | null;
  readonly password_hash: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string | null;
  readonly role: 'player' | 'admin';
  readonly verification: 'none' | 'verified';
  /** Accounts with the same value belong to one person; null where we know no other account. */
  readonly person_id: string | null;
  readonly protection: 'none' | 'cool-off' | 'excluded';
  readonly protection_until: Date | null;
  /** Null where no identity check is required. */
  readonly identity_check: 'money-in' | 'play' | null;
  readonly closed_at: Date | null;
  /** The player has asked for everything to be paid out and the account to be closed. */
  readonly closing_at: Date | null;
  readonly language: string;
  readonly created_at: Date;
  readonly version: number;
}

const COLUMNS = `user_id, username, email, email_activated_at, password_hash, firstname, lastname, phone, role,
  verification, person_id, protection, protection_until, identity_check, closed_at, closing_at, language, created_at, version`;

/** Finds a player by id; undefined where there is none. */
export async function findPlayer(database: Pool | PoolClient, userId: string): Promise<PlayerRow | undefined> {
  const { rows } = await database.query<PlayerRow>(`SELECT ${COLUMNS} FROM player WHERE user_id = $1`, [userId]);
  return rows[0];
}

/** Finds the player of a session. */
export async function requirePlayer(database: Pool | PoolClient, userId: string): Promise<PlayerRow> {
  const player = await findPlayer(database, userId);
  if (player === undefined) throw new Error('the session has no player');
  return player;
}

/**
 * Holds where an account owns its e-mail: while it is open, and after its closing only where the e-mail was confirmed, because
 * another e-mail may be somebody else's. The unique index has the same condition, so a look-up by e-mail can use the index.
 */
export const OWNS_EMAIL = '(closed_at IS NULL OR email_activated_at IS NOT NULL)';

/** Finds a player by username or e-mail in any case. A username can't contain @, so the two can't be confused. */
export async function findPlayerByName(database: Pool | PoolClient, name: string): Promise<PlayerRow | undefined> {
  const key = name.trim().toLowerCase();
  const isThisName = key.includes('@') ? `email = $1 AND ${OWNS_EMAIL}` : 'username_key = $1';
  const { rows } = await database.query<PlayerRow>(`SELECT ${COLUMNS} FROM player WHERE ${isThisName}`, [key]);
  return rows[0];
}
