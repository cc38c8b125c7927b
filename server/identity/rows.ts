/** Reads and writes identities and their checks; migration 0012 says what is stored. */
import type { Identity } from '../../src/core/contract/identity';
import type { NumberKind } from '../gateways';
import type { Db } from '../ledger/accounts';

export interface IdentityRow {
  readonly kind: NumberKind;
  readonly last_four: string | null;
  readonly verified_at: Date;
}

/**
 * `in-use` means that another account has the identity. An old row may have `too-many`, which means the same for an account that did not
 * become a second account.
 */
export type CheckOutcome = 'verified' | 'unknown' | 'differs' | 'under-age' | 'in-use' | 'unavailable';

/** The current data of the account that is checked. */
export interface CheckedPlayer {
  readonly role: 'player' | 'admin';
  readonly firstname: string;
  readonly lastname: string;
  readonly date_of_birth: string | null;
}

export interface Check {
  readonly userId: string;
  readonly at: Date;
  readonly gateway: string;
  readonly kind: NumberKind;
  readonly wordingVersion: string;
}

export async function findIdentity(db: Db, userId: string): Promise<IdentityRow | null> {
  const { rows } = await db.query<IdentityRow>('SELECT kind, last_four, verified_at FROM identity WHERE user_id = $1 AND passed_at IS NULL', [userId]);
  return rows[0] ?? null;
}

/** Converts the row for the contract; null means that nothing is verified yet. */
export function toIdentity(row: IdentityRow | null): Identity {
  if (row === null) return { state: 'none', kind: null, lastFour: null, verifiedAt: null };
  return { state: 'verified', kind: row.kind, lastFour: row.last_four, verifiedAt: row.verified_at.toISOString() };
}

/** Reads the account's data. With `lock` they can't change until the transaction ends. */
export async function findCheckedPlayer(db: Db, userId: string, lock = false): Promise<CheckedPlayer> {
  const { rows } = await db.query<CheckedPlayer>(
    `SELECT role, firstname, lastname, date_of_birth FROM player WHERE user_id = $1 ${lock ? 'FOR NO KEY UPDATE' : ''}`,
    [userId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the session has no player');
  return row;
}

export async function insertIdentity(
  db: Db,
  { userId, at, gateway, kind, wordingVersion }: Check,
  { personHash, lastFour }: { readonly personHash: Buffer; readonly lastFour: string | null },
): Promise<void> {
  await db.query(
    `INSERT INTO identity (user_id, person_hash, gateway, kind, last_four, wording_version, verified_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, personHash, gateway, kind, lastFour, wordingVersion, at],
  );
  // The answers about profile and account contain the verification, so their version rises.
  await db.query(`UPDATE player SET verification = 'verified', version = version + 1 WHERE user_id = $1`, [userId]);
}

/** Records a check. `personHash` is null unless the check found the identity of another account. */
export async function insertCheck(
  db: Db,
  { userId, at, gateway, kind, wordingVersion }: Check,
  outcome: CheckOutcome,
  personHash: Buffer | null,
): Promise<void> {
  await db.query(
    'INSERT INTO identity_check (user_id, at, gateway, kind, wording_version, outcome, person_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [userId, at, gateway, kind, wordingVersion, outcome, personHash],
  );
}
