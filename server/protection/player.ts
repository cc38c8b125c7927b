/** Reads and locks the player's row for protection. */
import type { PoolClient } from 'pg';
import type { ProtectionState } from '../../src/core/protection';
import { DAY_MS } from '../../src/core/time';
import type { Db } from '../ledger/accounts';
import type { IdentityCheck } from '../ledger/guards';
import { ACCOUNTS_SHARING_LIMITS } from '../ledger/accounts-of-person';
import { PLAY_COLUMNS } from '../ledger/play-session';
import type { PlayColumns } from '../ledger/play-session';
import type { RealityColumns } from '../ledger/reality-check';

/** The player and session that change something; every record names them. */
export interface Actor {
  readonly userId: string;
  readonly sessionHash: string;
}

export interface ProtectedRow extends RealityColumns {
  readonly protection: ProtectionState;
  readonly protection_since: Date | null;
  readonly protection_until: Date | null;
  /** True where the player requested the protection on another account. */
  readonly protection_carried: boolean;
  readonly limits_answered_at: Date | null;
  /** The state that the player lives in. */
  readonly state: string | null;
}

const COLUMNS = `protection, protection_since, protection_until, protection_carried, limits_answered_at, reality_minutes,
  reality_next, reality_next_from, state`;

/** The same columns for a query that joins other tables. */
const PLAYER_COLUMNS = COLUMNS.split(',').map((name) => `p.${name.trim()}`).join(', ');

/** A player's row that `lockAccounts` has locked. */
export interface LockedAccount extends ProtectedRow {
  readonly user_id: string;
  /** Accounts with the same value belong to one person; null where we know no other account. */
  readonly person_id: string | null;
  /** True where another account of the person plays instead of this one. */
  readonly is_second: boolean;
  readonly closed_at: Date | null;
  readonly identity_check: IdentityCheck | null;
}

/**
 * Locks the rows of these players, and of every other account of the same persons, until the transaction ends. Every stake
 * takes a shared lock on its player's row, so earlier stakes have ended and later ones see this transaction's changes.
 * Every transaction that needs several rows locks them here, in the order of their ids and before any other lock, so that
 * no two of them wait for each other.
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
    // While we waited for the locks another account may have been linked to the person, so we look again.
    if (rows.length === before || rows.every(({ person_id: personId }) => personId === null)) return rows;
    before = rows.length;
  }
}

/** Returns the row of one of the locked accounts. Throws where it is not among them. */
export function requireAccount(accounts: readonly LockedAccount[], userId: string): LockedAccount {
  return requireRow(accounts.find(({ user_id: each }) => each === userId));
}

/** Locks the player's row until the transaction ends. */
export async function lockPlayer(tx: PoolClient, userId: string): Promise<ProtectedRow> {
  const { rows } = await tx.query<ProtectedRow>(`SELECT ${COLUMNS} FROM player WHERE user_id = $1 FOR NO KEY UPDATE`, [userId]);
  return requireRow(rows[0]);
}

/** The page shows the newest advice for so many days. */
const ADVICE_DAYS = 14;

/** The player's own figures as they were told them (advice.ts); `at` as JSON has it. */
export interface AdviceColumns {
  readonly level: 1 | 2;
  readonly at: string;
  /** Kobo, as the next two. */
  readonly deposited: number;
  readonly staked: number;
  readonly won: number;
  readonly played_ms: number;
}

/** The facts on which an answer's tag depends. Reading them is cheap: rows by primary key, and small indexes. */
export interface PlayerProtection extends ProtectedRow, PlayColumns {
  readonly protection_version: number;
  /** The version of the player's real account; null before the first posting. */
  readonly money_version: number | null;
  /** The sum, in kobo, of deposits that can still be paid, or that expired and have an open claim. */
  readonly pending: number;
  /** The number of raises that have not expired. */
  readonly raises: number;
  /** The newest advice of the last days; null where there is none. */
  readonly advice: AdviceColumns | null;
}

export async function readPlayerProtection(db: Db, userId: string, now: Date): Promise<PlayerProtection> {
  const { rows } = await db.query<PlayerProtection>({
    name: 'protection-head',
    text: `SELECT ${PLAYER_COLUMNS}, protection_version, a.version AS money_version, ${PLAY_COLUMNS},
        (SELECT coalesce(sum(amount), 0)::bigint FROM deposit d WHERE d.user_id IN (${ACCOUNTS_SHARING_LIMITS})
         AND closes_at > $2 AND (d.state = 'pending' OR d.state = 'expired' AND d.claimed_at IS NOT NULL)) AS pending,
        (SELECT count(*) FROM limit_raise r WHERE r.user_id = $1 AND until_at > $2) AS raises,
        (SELECT to_jsonb(v) FROM protection_advice v WHERE v.user_id = $1 AND v.at > $3 ORDER BY v.advice_id DESC LIMIT 1) AS advice
      FROM player p LEFT JOIN ledger_account a ON a.account_id = 'real:' || $1 WHERE p.user_id = $1`,
    values: [userId, now, new Date(now.getTime() - ADVICE_DAYS * DAY_MS)],
  });
  return requireRow(rows[0]);
}

function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('there is no such player');
  return row;
}

/** Raises the version, because the answer about protection has changed. The caller has locked the player's row. */
export async function raiseProtectionVersion(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('UPDATE player SET protection_version = protection_version + 1 WHERE user_id = $1', [userId]);
}

/** A point in the history: the number of a player's entries and the newest step of any deposit. It orders events without a clock. */
export interface HistoryPosition {
  readonly entries: number;
  readonly step: number;
}

/** Reads the current position. The caller has locked the player's row, so that no entry is added meanwhile. */
export async function readHistoryPosition(tx: PoolClient, userId: string): Promise<HistoryPosition> {
  const { rows } = await tx.query<HistoryPosition>(
    `SELECT coalesce((SELECT chain_length FROM ledger_account WHERE account_id = 'real:' || $1), 0) AS entries,
       coalesce((SELECT max(step_id) FROM deposit_step), 0) AS step`,
    [userId],
  );
  return requireRow(rows[0]);
}

export type ProtectionEvent = 'reality-check-set' | 'reality-check-seen' | 'limits-offer-answered';

type Detail = Readonly<Record<string, unknown>>;

export async function writeProtectionEvent(tx: PoolClient, actor: Actor, event: ProtectionEvent, at: Date, detail: Detail = {}): Promise<void> {
  await tx.query('INSERT INTO protection_event (user_id, what, at, session_hash, detail) VALUES ($1, $2, $3, $4, $5)', [
    actor.userId, event, at, actor.sessionHash, JSON.stringify(detail),
  ]);
}
