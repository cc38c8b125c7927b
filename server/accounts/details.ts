/** Reads and changes a player's names, phone and address, and records each change. */
import type { Pool, PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { Details, DetailsPatch } from '../../src/core/contract/details';
import { toE164 } from '../../src/core/phone';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import type { DeferStatement } from '../db/transaction';
import { findAdminWithPhone } from '../four-eyes';
import { requireFresh } from '../http/guards';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { runUnderKey } from '../ledger/operation';
import { requestSettling, settleLookalikes, storeSearchKeys } from '../lookalikes';
import type { Platform } from '../platform';
import { DETAILS_CHANGE_LIMIT } from './attempt-limits';

interface DetailsRow {
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly details_version: number;
  /** True after an identity check, also one that found another account of the same person. */
  readonly is_identified: boolean;
  readonly is_admin: boolean;
}

/** A player's request to change details. */
export interface DetailsChange {
  readonly userId: string;
  readonly sessionHash: string;
  /** The content of the browser's device cookie; null where it has none. */
  readonly deviceCookie: string | null;
  /** The validated `Idempotency-Key`. */
  readonly key: string;
  /** The version that the player saw. */
  readonly version: number;
  readonly patch: DetailsPatch;
}

const COLUMNS = `firstname, lastname, phone, street, city, state, details_version,
  verification = 'verified' OR person_id IS NOT NULL AS is_identified, role = 'admin' AS is_admin`;

/** Reads the version of a player's details, which is their ETag, from one row. */
export async function readDetailsVersion(pool: Pool, userId: string): Promise<number> {
  const { rows } = await pool.query<{ details_version: number }>('SELECT details_version FROM player WHERE user_id = $1', [userId]);
  return rows[0]?.details_version ?? 0;
}

export async function readDetails(database: Pool | PoolClient, userId: string): Promise<Details> {
  return toDetails(await requireDetailsRow(database, userId, false));
}

/**
 * Changes details at most once for each key: a repeated request gets the first answer again, also a conflict, and also after
 * later changes. Throws 412 `version-conflict` with the current details, 403 `name-verified`, 400 `validation` for
 * an admin's phone that another admin has, and 401 `password-needed` for another phone in a session without an action for half an
 * hour. This last refusal is not stored under the key, because the client sends the same key again after the password.
 */
export async function patchDetails(platform: Pick<Platform, 'pool' | 'now' | 'log'>, change: DetailsChange): Promise<RawAnswer> {
  const { userId } = change;
  const options = { savepointFirst: true };
  const { answer, phoneOwnerId } = await transaction(platform.pool, (tx, defer) => changeUnderKey(tx, platform, change, defer), options);
  // The refusal has rolled back everything else, so the attempt is recorded after it.
  if (phoneOwnerId !== null) await recordSharedPhone(platform, userId, phoneOwnerId);
  await settleLookalikes(platform, [userId]);
  return answer;
}

interface ChangeResult {
  readonly answer: RawAnswer;
  /** The other admin whose number the player wanted, where the change was refused for this now; null otherwise, also for a repeated request. */
  readonly phoneOwnerId: string | null;
}

async function changeUnderKey(tx: PoolClient, platform: Pick<Platform, 'now'>, change: DetailsChange, defer: DeferStatement): Promise<ChangeResult> {
  const { userId, key, version, patch } = change;
  const request = { userId, key, kind: 'edit-profile', body: { version, patch } };
  const effect = async (inner: PoolClient) => ({ status: 200, body: await applyChange(inner, platform.now(), change) });
  let phoneOwnerId: string | null = null;
  const noteRefusal = (_tx: PoolClient, refusal: ProblemError): Promise<void> => {
    if (refusal instanceof SharedPhoneError) phoneOwnerId = refusal.ownerId;
    return Promise.resolve();
  };
  const answer = await runUnderKey(tx, platform, request, effect, defer, noteRefusal);
  return { answer, phoneOwnerId };
}

/** The refusal of a phone number that another admin has. */
class SharedPhoneError extends ProblemError {
  readonly ownerId: string;

  constructor(ownerId: string) {
    const message = 'Another admin has this number. Each admin needs a number of their own.';
    super('validation', 'Use another number.', { detail: message, errors: [{ field: 'phone', message }] });
    this.ownerId = ownerId;
  }
}

/** Records the attempt in the audit trail. Only the server's log names the number's owner, since an admin can try any number here. */
async function recordSharedPhone({ pool, now, log }: Pick<Platform, 'pool' | 'now' | 'log'>, userId: string, otherId: string): Promise<void> {
  await transaction(pool, (tx) =>
    writeAudit(tx, { at: now(), userId, action: 'phone-of-another-admin', subject: userId, before: null, after: { changed: false } }),
  );
  log('admin.phone-of-another', { alert: true, adminId: userId, otherId });
}

/** Checks the change and writes it, with its record. Returns the details after it. */
async function applyChange(tx: PoolClient, now: Date, change: DetailsChange): Promise<Details> {
  const { userId, version, patch } = change;
  const row = await requireDetailsRow(tx, userId, true);
  const before = toDetails(row);
  if (row.details_version !== version) {
    throw new ProblemError('version-conflict', 'Your details were changed somewhere else in the meantime.', { current: before });
  }
  const after = mergePatch(before, patch);
  const changedMembers = MEMBERS.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
  if (changedMembers.length === 0) return before;
  refuseVerifiedName(row, changedMembers);
  if (changedMembers.includes('phone')) await requireFreshSession(tx, change.sessionHash, now);
  const waitSeconds = await countAttempt(tx, DETAILS_CHANGE_LIMIT, userId, now);
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
  if (row.is_admin && changedMembers.includes('phone')) await refuseSharedPhone(tx, userId, after.phone);
  const updated = await updateDetails(tx, userId, after);
  await recordChange(tx, change, {
    at: now, version: updated.version, before: pickMembers(before, changedMembers), after: pickMembers(updated, changedMembers),
  });
  if (await storeSearchKeys(tx, userId, change.deviceCookie, now)) await requestSettling(tx, [userId], now);
  return updated;
}

const MEMBERS = ['firstname', 'lastname', 'phone', 'address'] as const;
type Member = (typeof MEMBERS)[number];

function mergePatch(before: Details, { firstname, lastname, phone, address }: DetailsPatch): Details {
  return {
    ...before,
    firstname: firstname ?? before.firstname,
    lastname: lastname ?? before.lastname,
    phone: phone === undefined ? before.phone : toE164(phone),
    address: address === undefined ? before.address : orderMembers(address),
  };
}

/** Puts the members into one order, so that equal addresses are equal JSON texts. */
function orderMembers(address: Details['address']): Details['address'] {
  return address && { street: address.street, city: address.city, state: address.state };
}

function refuseVerifiedName({ is_identified: isIdentified }: DetailsRow, changedMembers: readonly Member[]): void {
  const names = changedMembers.filter((member) => member === 'firstname' || member === 'lastname');
  if (!isIdentified || names.length === 0) return;
  const message = `Your identity was checked with this name. To change it, write to ${brand.supportEmail}.`;
  throw new ProblemError('name-verified', 'Your name can’t be changed here', {
    detail: message,
    errors: names.map((field) => ({ field, message })),
  });
}

/** Refuses another admin's number. Two admins with one number count as one person, so copying a number could merge two admins. */
async function refuseSharedPhone(tx: PoolClient, userId: string, phone: string | null): Promise<void> {
  const ownerId = phone === null ? null : await findAdminWithPhone(tx, userId, phone);
  if (ownerId !== null) throw new SharedPhoneError(ownerId);
}

async function requireFreshSession(tx: PoolClient, sessionHash: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ last_action_at: Date }>('SELECT last_action_at FROM session WHERE session_hash = $1', [sessionHash]);
  requireFresh(rows[0]?.last_action_at ?? new Date(0), now);
}

async function requireDetailsRow(database: Pool | PoolClient, userId: string, lock: boolean): Promise<DetailsRow> {
  const { rows } = await database.query<DetailsRow>(
    `SELECT ${COLUMNS} FROM player WHERE user_id = $1 ${lock ? 'FOR NO KEY UPDATE' : ''}`,
    [userId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the session has no player');
  return row;
}

function toDetails({ firstname, lastname, phone, street, city, state, details_version }: DetailsRow): Details {
  const address = street === null || city === null || state === null ? null : { street, city, state };
  return { firstname, lastname, phone, address, version: details_version };
}

async function updateDetails(tx: PoolClient, userId: string, { firstname, lastname, phone, address }: Details): Promise<Details> {
  const { rows } = await tx.query<DetailsRow>(
    `UPDATE player SET firstname = $2, lastname = $3, phone = $4, street = $5, city = $6, state = $7,
       details_version = details_version + 1, version = version + 1
     WHERE user_id = $1 RETURNING ${COLUMNS}`,
    [userId, firstname, lastname, phone, address?.street ?? null, address?.city ?? null, address?.state ?? null],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the locked player is missing');
  return toDetails(row);
}

const pickMembers = (details: Details, members: readonly Member[]): Record<string, unknown> =>
  Object.fromEntries(members.map((member) => [member, details[member]]));

interface ChangeRecord {
  readonly at: Date;
  readonly version: number;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

async function recordChange(tx: PoolClient, { userId, sessionHash }: DetailsChange, record: ChangeRecord): Promise<void> {
  const { at, version, before, after } = record;
  await tx.query(
    `INSERT INTO details_change (user_id, at, version, session_hash, before, after) VALUES ($1, $2, $3, $4, $5, $6)`,
    [userId, at, version, sessionHash, JSON.stringify(before), JSON.stringify(after)],
  );
}
