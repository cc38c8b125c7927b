/** The player's row as protection reads and locks it. */
import type { PoolClient } from 'pg';
import type { ProtectionState } from '../../src/core/protection';
import type { Db } from '../ledger/accounts';
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
  readonly limits_answered_at: Date | null;
  /** Where the player lives. */
  readonly state: string | null;
}

const COLUMNS = `protection, protection_since, protection_until, limits_answered_at, reality_minutes, reality_next, reality_next_from, state`;

/**
 * Locks the player's row until the transaction ends. Every stake holds it shared: those under way have ended, and those
 * that come see what this transaction changes.
 */
export async function lockPlayer(tx: PoolClient, userId: string): Promise<ProtectedRow> {
  const { rows } = await tx.query<ProtectedRow>(`SELECT ${COLUMNS} FROM player WHERE user_id = $1 FOR NO KEY UPDATE`, [userId]);
  return known(rows[0]);
}

/** What the tag of an answer is made of: rows by their primary keys, and what small indexes say. */
export interface Head extends ProtectedRow, PlayColumns {
  readonly protection_version: number;
  /** Of the player's money; null before the first posting. */
  readonly money_version: number | null;
  /** Kobo of deposits that were started and can still be paid. */
  readonly pending: number;
  /** Wishes for higher limits that are not forgotten yet. */
  readonly raises: number;
}

export async function readHead(db: Db, userId: string, now: Date): Promise<Head> {
  const { rows } = await db.query<Head>({
    name: 'protection-head',
    text: `SELECT ${COLUMNS}, protection_version, a.version AS money_version, ${PLAY_COLUMNS},
        (SELECT coalesce(sum(amount), 0)::bigint FROM deposit d WHERE d.user_id = $1 AND state = 'pending' AND closes_at > $2) AS pending,
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

/** Something that protection tells has changed. */
export async function raiseVersion(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('UPDATE player SET protection_version = protection_version + 1 WHERE user_id = $1', [userId]);
}

/** How far a player's entries, and the steps of all deposits, have come. The caller holds the player's row. */
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
