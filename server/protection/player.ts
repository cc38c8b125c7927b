/** The player's row as protection reads and locks it. */
import type { PoolClient } from 'pg';
import type { ProtectionState } from '../../src/core/protection';
import type { Db } from '../ledger/accounts';
import type { IdentityCheck } from '../ledger/guards';
import { ACCOUNTS_IN_TURN } from '../ledger/person';
import { PLAY_COLUMNS } from '../ledger/play-session';
import type { PlayColumns } from '../ledger/play-session';
import type { RealityColumns } from '../ledger/reality-check';

/** Who changes something, in which session; part of every trace. */
export interface Changer {
  readonly userId: string;
  readonly sessionHash: string;
}

export interface ProtectedRow extends RealityColumns {
  readonly protection: ProtectionState;
  readonly protection_since: Date | null;
  readonly protection_until: Date | null;
  /** It was asked for on another account of the person. */
  readonly protection_carried: boolean;
  readonly limits_answered_at: Date | null;
  /** Where the player lives. */
  readonly state: string | null;
}

const COLUMNS = `protection, protection_since, protection_until, protection_carried, limits_answered_at, reality_minutes,
  reality_next, reality_next_from, state`;

/** The same where other tables stand beside it. */
const PLAYER_COLUMNS = COLUMNS.split(',').map((name) => `p.${name.trim()}`).join(', ');

/** A player's row among others that are locked with it. */
export interface LockedAccount extends ProtectedRow {
  readonly user_id: string;
  /** Accounts with the same value are one person's; null = no other one is known. */
  readonly person_id: string | null;
  /** The person has another account, which plays in this one's place. */
  readonly is_second: boolean;
  readonly closed_at: Date | null;
  readonly identity_check: IdentityCheck | null;
}

/**
 * Locks the rows of these players, and of every other account of the same persons, until the transaction ends. Every stake
 * holds its player's row shared: those under way have ended, and those that come see what this transaction changes.
 * Everybody who needs several rows takes them here, in the order of their ids and before any other lock, so nobody waits
 * in a circle.
 */
export async function lockAccounts(tx: PoolClient, userIds: readonly string[]): Promise<readonly LockedAccount[]> {
  for (let before = -1; ; ) {
    const { rows } = await tx.query<LockedAccount>(
      `SELECT user_id, person_id, is_second, closed_at, identity_check, ${COLUMNS} FROM player
       WHERE user_id = ANY($1) OR user_id IN (
         SELECT other.user_id FROM player own JOIN player other ON other.person_id = own.person_id WHERE own.user_id = ANY($1))
       ORDER BY user_id FOR NO KEY UPDATE`,
      [userIds],
    );
    // Another account may have become the same person's while this one was waited for.
    if (rows.length === before || rows.every(({ person_id: personId }) => personId === null)) return rows;
    before = rows.length;
  }
}

/** The row of one of them. */
export function accountOf(accounts: readonly LockedAccount[], userId: string): LockedAccount {
  return known(accounts.find(({ user_id: each }) => each === userId));
}

/** Locks the player's row until the transaction ends. */
export async function lockPlayer(tx: PoolClient, userId: string): Promise<ProtectedRow> {
  const { rows } = await tx.query<ProtectedRow>(`SELECT ${COLUMNS} FROM player WHERE user_id = $1 FOR NO KEY UPDATE`, [userId]);
  return known(rows[0]);
}

/** What the tag of an answer is made of: rows by their primary keys, and what small indexes say. */
export interface Head extends ProtectedRow, PlayColumns {
  readonly protection_version: number;
  /** Of the player's money; null before the first posting. */
  readonly money_version: number | null;
  /** Kobo of the deposits that were started and can still be paid, or that ran out and are claimed. */
  readonly pending: number;
  /** Wishes for higher limits that are not forgotten yet. */
  readonly raises: number;
}

export async function readHead(db: Db, userId: string, now: Date): Promise<Head> {
  const { rows } = await db.query<Head>({
    name: 'protection-head',
    text: `SELECT ${PLAYER_COLUMNS}, protection_version, a.version AS money_version, ${PLAY_COLUMNS},
        (SELECT coalesce(sum(amount), 0)::bigint FROM deposit d WHERE d.user_id IN (${ACCOUNTS_IN_TURN})
         AND closes_at > $2 AND (d.state = 'pending' OR d.state = 'expired' AND d.claimed_at IS NOT NULL)) AS pending,
        (SELECT count(*) FROM limit_raise r WHERE r.user_id = $1 AND until_at > $2) AS raises
      FROM player p LEFT JOIN ledger_account a ON a.account_id = 'real:' || $1 WHERE p.user_id = $1`,
    values: [userId, now],
  });
  return known(rows[0]);
}

function known<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('a session belongs to a player');
  return row;
}

/** Something that protection tells has changed. The caller holds the player's row. */
export async function raiseVersion(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('UPDATE player SET protection_version = protection_version + 1 WHERE user_id = $1', [userId]);
}

/** How far a player's entries and the steps of all deposits have come. The caller holds the player's row. */
export interface Reached {
  readonly entries: number;
  readonly step: number;
}

export async function readReached(tx: PoolClient, userId: string): Promise<Reached> {
  const { rows } = await tx.query<Reached>(
    `SELECT coalesce((SELECT chain_length FROM ledger_account WHERE account_id = 'real:' || $1), 0) AS entries,
       coalesce((SELECT max(step_id) FROM deposit_step), 0) AS step`,
    [userId],
  );
  return known(rows[0]);
}

export type EventKind = 'reality-check-set' | 'reality-check-seen' | 'limits-offer-answered';

type Detail = Readonly<Record<string, unknown>>;

export async function writeEvent(tx: PoolClient, by: Changer, what: EventKind, at: Date, detail: Detail = {}): Promise<void> {
  await tx.query('INSERT INTO protection_event (user_id, what, at, session_hash, detail) VALUES ($1, $2, $3, $4, $5)', [
    by.userId, what, at, by.sessionHash, JSON.stringify(detail),
  ]);
}
