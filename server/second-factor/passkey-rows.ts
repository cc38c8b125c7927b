/** Reads and writes the rows of passkeys, and the challenges that they sign. */
import type { Pool, PoolClient } from 'pg';
import { MINUTE_MS } from '../../src/core/time';
import type { Platform } from '../platform';
import type { CredentialKey } from './webauthn';

type Db = Pool | PoolClient;

/** A challenge that is older is refused, and the page asks for another one. */
const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
const CHALLENGE_BYTES = 32;

export type Purpose = 'add' | 'give';

/** Makes the challenge of a session in place of an earlier one, and returns it. */
export async function putChallenge(db: Db, { randomBytes, now }: Pick<Platform, 'randomBytes' | 'now'>, sessionHash: string, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await db.query(
    `INSERT INTO passkey_challenge (session_hash, purpose, challenge, made_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (session_hash, purpose) DO UPDATE SET challenge = excluded.challenge, made_at = excluded.made_at`,
    [sessionHash, purpose, challenge, now()],
  );
  return challenge;
}

/** Returns the challenge of a session; null where there is none, or an old one. */
export async function readChallenge(db: Db, sessionHash: string, purpose: Purpose, at: Date): Promise<string | null> {
  const { rows: [row] } = await db.query<{ challenge: string; made_at: Date }>(
    'SELECT challenge, made_at FROM passkey_challenge WHERE session_hash = $1 AND purpose = $2',
    [sessionHash, purpose],
  );
  if (row === undefined) return null;
  const ageMs = at.getTime() - row.made_at.getTime();
  return ageMs >= 0 && ageMs <= CHALLENGE_LIFETIME_MS ? row.challenge : null;
}

/** Uses a challenge, which works once. Returns false where it was used, or another one is in its place. */
export async function useChallenge(tx: PoolClient, sessionHash: string, purpose: Purpose, challenge: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM passkey_challenge WHERE session_hash = $1 AND purpose = $2 AND challenge = $3',
    [sessionHash, purpose, challenge],
  );
  return rowCount === 1;
}

export interface StoredPasskey extends CredentialKey {
  readonly passkeyId: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly addedAt: Date;
  readonly usedAt: Date | null;
}

interface Row {
  readonly passkey_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly name: string;
  readonly added_at: Date;
  readonly used_at: Date | null;
}

/** Lists an admin's passkeys, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<readonly StoredPasskey[]> {
  const { rows } = await db.query<Row>(
    `SELECT passkey_id, credential_id, public_key, counter, transports, name, added_at, used_at FROM passkey
     WHERE user_id = $1 ORDER BY added_at, passkey_id`,
    [userId],
  );
  return rows.map((row) => ({
    passkeyId: row.passkey_id, credentialId: row.credential_id, publicKey: row.public_key, counter: row.counter,
    transports: row.transports, name: row.name, addedAt: row.added_at, usedAt: row.used_at,
  }));
}

/** Stores a passkey. Returns false where some admin has this one already. */
export async function insertPasskey(tx: PoolClient, userId: string, passkey: Omit<StoredPasskey, 'usedAt'>): Promise<boolean> {
  const { passkeyId, credentialId, publicKey, counter, transports, name, addedAt } = passkey;
  const { rowCount } = await tx.query(
    `INSERT INTO passkey (passkey_id, user_id, credential_id, public_key, counter, transports, name, added_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (credential_id) DO NOTHING`,
    [passkeyId, userId, credentialId, publicKey, counter, transports, name, addedAt],
  );
  return rowCount === 1;
}

/** `behind`: the authenticator's count did not rise, as that of a copied key does. `gone`: the passkey has been removed meanwhile. */
export type PasskeyUse = 'recorded' | 'behind' | 'gone';

export async function recordUse(tx: PoolClient, { passkeyId }: Pick<StoredPasskey, 'passkeyId'>, newCounter: number, at: Date): Promise<PasskeyUse> {
  const { rows: [row] } = await tx.query<{ counter: number }>('SELECT counter FROM passkey WHERE passkey_id = $1 FOR UPDATE', [passkeyId]);
  if (row === undefined) return 'gone';
  const { rowCount } = await tx.query(
    'UPDATE passkey SET counter = $2, used_at = $3 WHERE passkey_id = $1 AND ($2 > counter OR ($2 = 0 AND counter = 0))', [passkeyId, newCounter, at],
  );
  return rowCount === 1 ? 'recorded' : 'behind';
}

/** Deletes all passkeys of an admin. */
export async function deletePasskeys(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('DELETE FROM passkey WHERE user_id = $1', [userId]);
}

/** Deletes an admin's passkey. Returns its name; null where there is none. */
export async function deletePasskey(tx: PoolClient, userId: string, passkeyId: string): Promise<string | null> {
  const { rows: [row] } = await tx.query<{ name: string }>('DELETE FROM passkey WHERE user_id = $1 AND passkey_id = $2 RETURNING name', [userId, passkeyId]);
  return row?.name ?? null;
}
