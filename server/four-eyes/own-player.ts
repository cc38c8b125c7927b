/**
 * Detects players who are an admin under another account, and remembers it: what was seen once holds for that admin and that player
 * from then on, from whatever browser the admin decides.
 */
import type { PoolClient } from 'pg';
import { writeAudit } from '../audit';
import type { Db } from '../ledger/accounts';
import { secretHash } from '../secrets';
import { findSamePerson } from './one-person';
import type { DecisionContext } from './one-person';

export type OwnPlayerKind = 'identity' | 'phone' | 'device' | 'payout-account';

interface AdminAndPlayer {
  readonly adminId: string;
  readonly playerId: string;
}

/** An admin whose own account the player seems to be. */
export interface PlayerOwner {
  readonly playerId: string;
  readonly userId: string;
  readonly username: string;
  readonly kind: OwnPlayerKind;
}

/** Earlier phone numbers count as well; otherwise an admin could write another one before they decide. */
const FACTS = `
  WITH number (user_id, phone) AS (
    SELECT user_id, phone FROM player WHERE user_id IN ($1, $2) AND phone IS NOT NULL
    UNION SELECT user_id, before ->> 'phone' FROM details_change WHERE user_id IN ($1, $2) AND before ->> 'phone' IS NOT NULL
  ), payee (user_id, account_ref) AS (
    SELECT user_id, account_ref FROM bank_account WHERE user_id IN ($1, $2)
    UNION SELECT user_id, account_ref FROM former_bank_account WHERE user_id IN ($1, $2)
    UNION SELECT user_id, account_ref FROM withdrawal WHERE user_id IN ($1, $2)
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM player_person a JOIN player_person b USING (person_hash) WHERE a.user_id = $1 AND b.user_id = $2) THEN 'identity'
    WHEN EXISTS (SELECT FROM number a JOIN number b USING (phone) WHERE a.user_id = $1 AND b.user_id = $2) THEN 'phone'
    WHEN EXISTS (SELECT FROM session s WHERE s.user_id = $2 AND s.device_hash = $3) THEN 'device'
    WHEN EXISTS (SELECT FROM payee a JOIN payee b USING (account_ref) WHERE a.user_id = $1 AND b.user_id = $2) THEN 'payout-account' END AS kind`;

/**
 * Returns why the player seems to be the admin; null where nothing says so. `deviceCookie` is that of the admin's browser. Where
 * something is found it is stored, so the caller commits even where it refuses.
 */
export async function findOwnPlayer(
  tx: PoolClient,
  { adminId, playerId, deviceCookie, at }: AdminAndPlayer & { readonly deviceCookie: string | null; readonly at: Date },
): Promise<OwnPlayerKind | null> {
  const [storedOwner] = await readPlayerOwners(tx, [playerId], adminId);
  if (storedOwner !== undefined) return storedOwner.kind;
  // A session stores its browser as this hash (see sessions.ts).
  const { rows } = await tx.query<{ kind: OwnPlayerKind | null }>(FACTS, [adminId, playerId, deviceCookie === null ? null : secretHash(`${playerId}/${deviceCookie}`)]);
  const kind = rows[0]?.kind ?? null;
  if (kind !== null) await tx.query('INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [adminId, playerId, kind, at]);
  return kind;
}

/** Returns the admins whose own account each of these players seems to be; with `adminId`, that admin alone. */
export async function readPlayerOwners(db: Db, playerIds: readonly string[], adminId: string | null = null): Promise<readonly PlayerOwner[]> {
  const { rows } = await db.query<{ player_id: string; admin_id: string; username: string; kind: OwnPlayerKind }>(
    `SELECT o.player_id, o.admin_id, p.username, o.kind FROM admin_own_player o JOIN player p ON p.user_id = o.admin_id
     WHERE o.player_id = ANY($1) AND ($2::text IS NULL OR o.admin_id = $2) ORDER BY o.at, o.admin_id`,
    [playerIds, adminId],
  );
  return rows.map((row) => ({ playerId: row.player_id, userId: row.admin_id, username: row.username, kind: row.kind }));
}

/** Says why an admin can't decide about a player. The audit trail and the log get it. */
export interface OwnPlayerRefusal {
  readonly by: 'own';
  readonly kind: OwnPlayerKind;
  /** The other admin whose own account it seems to be, and who counts as one person with this one. */
  readonly with?: string;
}

/** Returns why the player seems to be this admin, or somebody who counts as one person with them; null where nothing says so. */
export async function findOwnPlayerRefusal(
  tx: PoolClient,
  context: DecisionContext,
  { playerId, deviceCookie }: { readonly playerId: string; readonly deviceCookie: string | null },
): Promise<OwnPlayerRefusal | null> {
  const { adminId, now: at } = context;
  const kind = await findOwnPlayer(tx, { adminId, playerId, deviceCookie, at });
  if (kind !== null) return { by: 'own', kind };
  const owners = await readPlayerOwners(tx, [playerId]);
  const match = await findSamePerson(tx, context, owners.map(({ userId }) => ({ userId })));
  const owner = owners.find(({ userId }) => userId === match?.userId);
  return owner === undefined ? null : { by: 'own', kind: owner.kind, with: owner.userId };
}

/** Writes the refusal into the audit trail. The line must stay, so the caller throws only after the commit. */
export async function auditOwnPlayer(
  tx: PoolClient,
  { adminId, now: at }: DecisionContext,
  { action, subject, refusal }: { readonly action: string; readonly subject: string; readonly refusal: OwnPlayerRefusal },
): Promise<void> {
  await writeAudit(tx, { at, userId: adminId, action, subject, before: null, after: { ...refusal } });
}
