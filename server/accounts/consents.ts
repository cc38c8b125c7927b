/** Records consents as a history of giving and withdrawing; the newest record of a tag applies. */
import type { Pool, PoolClient } from 'pg';
import { CONSENT_TAGS } from '../../src/core/contract/consents';
import type { ConsentTag } from '../../src/core/contract/consents';

/** The version of the sentences beside the consent boxes. It proves what the player read, so raise it when a meaning changes. */
export const CONSENT_WORDING_VERSION = '2026-11';

export type ConsentChannel = 'sign-up' | 'app' | 'protection' | 'second-account';

/** A consent that was given at `at`, which the client may have sent later from offline. */
export interface GivenConsent {
  readonly tag: ConsentTag;
  readonly at: Date;
  /** False where `at` can't be compared with the time of a withdrawal. The default is true. */
  readonly isCertain?: boolean;
  /** True where the operator's policy assumes the consent and the player did not give it. */
  readonly isImplied?: boolean;
}

interface ConsentState {
  readonly given: boolean;
  readonly at: Date;
  readonly channel: string;
}

/** Reads the newest record of every tag. */
export async function readConsents(
  database: Pool | PoolClient,
  userId: string,
): Promise<ReadonlyMap<string, ConsentState>> {
  const { rows } = await database.query<{ tag: string } & ConsentState>(
    'SELECT DISTINCT ON (tag) tag, given, at, channel FROM consent WHERE user_id = $1 ORDER BY tag, consent_id DESC',
    [userId],
  );
  return new Map(rows.map((row) => [row.tag, row]));
}

/** Makes the `consents` of the profile: every tag, true where the consent is given and not withdrawn. */
export function toProfileConsents(current: ReadonlyMap<string, ConsentState>): Record<string, boolean> {
  return Object.fromEntries(CONSENT_TAGS.map((tag) => [tag, current.get(tag)?.given === true]));
}

/**
 * Returns true for a consent that changes the current state. A real consent replaces an assumed one, since it is a proof.
 * `protectedSince` is the time of the player's newest break or exclusion, which withdrew earlier consents, also those that had
 * not arrived yet.
 */
function isEffective(
  { at, isCertain = true, isImplied = false }: GivenConsent,
  before: ConsentState | undefined,
  protectedSince: Date | null,
): boolean {
  if (protectedSince !== null && (!isCertain || isImplied || at <= protectedSince)) return false;
  if (before === undefined) return true;
  if (before.given) return before.channel === 'implied' && !isImplied;
  return isCertain && !isImplied && at.getTime() > before.at.getTime();
}

/**
 * Records consents in the caller's transaction. A consent that applies already is not recorded again. A consent from before
 * its last withdrawal, or before a break or an exclusion, changes nothing, since it no longer says what the player wants.
 */
export async function giveConsents(
  tx: PoolClient,
  userId: string,
  consents: readonly GivenConsent[],
  channel: ConsentChannel,
): Promise<void> {
  const accountCreatedAt = await lockConsents(tx, userId);
  const protectedSince = await readProtectedSince(tx, userId);
  const current = await readConsents(tx, userId);
  const effective = new Map(consents.filter((each) => isEffective(each, current.get(each.tag), protectedSince)).map((each) => [each.tag, each]));
  for (const { tag, at, isImplied } of effective.values()) {
    // A phone may still have its factory date, but no consent is older than its account.
    const since = at < accountCreatedAt ? accountCreatedAt : at;
    await insertConsent(tx, userId, { tag, given: true, at: since, channel: isImplied === true ? 'implied' : channel, key: null });
  }
  if (effective.size > 0) await raisePlayerVersion(tx, userId);
}

interface WithdrawalOptions {
  /** The request's key, where it has one. */
  readonly key?: string | null;
  readonly channel?: ConsentChannel;
}

/**
 * Records the withdrawal of a consent in the caller's transaction. It does so even where the consent was not given, because an
 * older consent may arrive later and must not win. A repeated request (`key`) records nothing.
 */
export async function withdrawConsent(
  tx: PoolClient,
  userId: string,
  tag: ConsentTag,
  at: Date,
  { key = null, channel = 'app' }: WithdrawalOptions = {},
): Promise<void> {
  await lockConsents(tx, userId);
  const before = (await readConsents(tx, userId)).get(tag);
  const isNew = await insertConsent(tx, userId, { tag, given: false, at, channel, key });
  if (isNew && before?.given === true) await raisePlayerVersion(tx, userId);
}

/** Withdraws every consent that the player has given, in the caller's transaction. */
export async function withdrawAllConsents(tx: PoolClient, userId: string, channel: ConsentChannel, at: Date): Promise<void> {
  const current = await readConsents(tx, userId);
  for (const tag of CONSENT_TAGS) {
    if (current.get(tag)?.given === true) await withdrawConsent(tx, userId, tag, at, { channel });
  }
}

/**
 * Locks the player's row, so that changes from two devices run one after the other and each sees the current state. Returns
 * the time at which the account was created.
 */
async function lockConsents(tx: PoolClient, userId: string): Promise<Date> {
  const { rows } = await tx.query<{ created_at: Date }>('SELECT created_at FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  if (rows[0] === undefined) throw new Error('consents belong to a player');
  return rows[0].created_at;
}

/** Reads the time of the newest break or exclusion; null where there is none. It runs after the lock, so that it sees the latest one. */
async function readProtectedSince(tx: PoolClient, userId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>('SELECT max(at) AS at FROM exclusion WHERE user_id = $1 AND NOT is_correction', [userId]);
  return rows[0]?.at ?? null;
}

async function raisePlayerVersion(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('UPDATE player SET version = version + 1 WHERE user_id = $1', [userId]);
}

interface ConsentRecord {
  readonly tag: ConsentTag;
  readonly given: boolean;
  readonly at: Date;
  readonly channel: ConsentChannel | 'implied';
  readonly key: string | null;
}

/** Inserts a record. Returns false where the request with this key was recorded before. */
async function insertConsent(tx: PoolClient, userId: string, { tag, given, at, channel, key }: ConsentRecord): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO consent (user_id, tag, given, at, wording_version, channel, request_key) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (user_id, tag, request_key) DO NOTHING`,
    [userId, tag, given, at, CONSENT_WORDING_VERSION, channel, key],
  );
  return rowCount === 1;
}
