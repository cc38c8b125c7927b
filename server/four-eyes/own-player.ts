/**
 * Detects players who are an admin under another account, and remembers it: what was seen once holds for that admin and every account of that
 * player's person from then on, from whatever browser the admin decides.
 */
import type { PoolClient } from 'pg';
import { writeAudit } from '../audit';
import type { Db } from '../ledger/accounts';
import { ACCOUNTS_OF_PERSON, ACCOUNTS_OF_PERSONS } from '../ledger/accounts-of-person';
import { findSamePerson, findSamePersons } from './one-person';
import type { DecisionContext } from './one-person';

export type OwnPlayerKind = 'identity' | 'phone' | 'device' | 'payout-account';

interface AdminAndPlayer {
  readonly adminId: string;
  readonly playerId: string;
}

/** An admin whose own account the player seems to be, or another account of the player's person. */
export interface PlayerOwner {
  readonly playerId: string;
  readonly userId: string;
  readonly username: string;
  readonly kind: OwnPlayerKind;
}

/**
 * Selects the account of the person of the player `$1` that seems to be the admin `$2`, the player's own first. Earlier phone numbers count as
 * well; otherwise an admin could write another one before they decide. A session stores its browser as a hash of its own (see sessions.ts).
 */
const FACTS = `
  WITH own AS (${ACCOUNTS_OF_PERSON}), both_sides AS (SELECT user_id FROM own UNION SELECT $2::text),
  number (user_id, phone) AS (
    SELECT user_id, phone FROM player WHERE user_id IN (SELECT user_id FROM both_sides) AND phone IS NOT NULL
    UNION SELECT user_id, before ->> 'phone' FROM details_change
      WHERE user_id IN (SELECT user_id FROM both_sides) AND before ->> 'phone' IS NOT NULL
  ), payee (user_id, account_ref) AS (
    SELECT user_id, account_ref FROM bank_account WHERE user_id IN (SELECT user_id FROM both_sides)
    UNION SELECT user_id, account_ref FROM former_bank_account WHERE user_id IN (SELECT user_id FROM both_sides)
    UNION SELECT user_id, account_ref FROM withdrawal WHERE user_id IN (SELECT user_id FROM both_sides)
  ), found AS (
    SELECT own.user_id, CASE
      WHEN EXISTS (SELECT FROM own WHERE user_id = $2) THEN 'identity'
      WHEN EXISTS (SELECT FROM player_person a JOIN player_person b USING (person_hash) WHERE a.user_id = $2 AND b.user_id = own.user_id) THEN 'identity'
      WHEN EXISTS (SELECT FROM number a JOIN number b USING (phone) WHERE a.user_id = $2 AND b.user_id = own.user_id) THEN 'phone'
      WHEN EXISTS (SELECT FROM session s WHERE s.user_id = own.user_id
        AND s.device_hash = encode(sha256(convert_to(s.user_id || '/' || $3, 'UTF8')), 'hex')) THEN 'device'
      WHEN EXISTS (SELECT FROM payee a JOIN payee b USING (account_ref) WHERE a.user_id = $2 AND b.user_id = own.user_id) THEN 'payout-account' END AS kind
    FROM own WHERE own.user_id <> $2)
  SELECT user_id, kind FROM found WHERE kind IS NOT NULL ORDER BY user_id <> $1, user_id LIMIT 1`;

/**
 * Returns why the player, or another account of the same person, seems to be the admin; null where nothing says so. `deviceCookie` is that of the
 * admin's browser. Where something is found it is stored for the account that shows it, so the caller commits even where it refuses.
 */
export async function findOwnPlayer(
  tx: PoolClient,
  { adminId, playerId, deviceCookie, at }: AdminAndPlayer & { readonly deviceCookie: string | null; readonly at: Date },
): Promise<OwnPlayerKind | null> {
  const [storedOwner] = await readPlayerOwners(tx, [playerId], adminId);
  if (storedOwner !== undefined) return storedOwner.kind;
  const { rows: [found] } = await tx.query<{ user_id: string; kind: OwnPlayerKind }>(FACTS, [playerId, adminId, deviceCookie]);
  if (found === undefined) return null;
  await tx.query('INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    adminId, found.user_id, found.kind, at,
  ]);
  return found.kind;
}

/**
 * Returns the admins whose own account each of these players seems to be, or another account of the player's person; with `adminId`, that admin
 * alone. What was seen first comes first.
 */
export async function readPlayerOwners(db: Db, playerIds: readonly string[], adminId: string | null = null): Promise<readonly PlayerOwner[]> {
  const { rows } = await db.query<{ player_id: string; admin_id: string; username: string; kind: OwnPlayerKind }>(
    `SELECT player_id, admin_id, username, kind FROM (
       SELECT DISTINCT ON (person.player_id, o.admin_id) person.player_id, o.admin_id, p.username, o.kind, o.at
       FROM (${ACCOUNTS_OF_PERSONS}) person JOIN admin_own_player o ON o.player_id = person.user_id JOIN player p ON p.user_id = o.admin_id
       WHERE $2::text IS NULL OR o.admin_id = $2 ORDER BY person.player_id, o.admin_id, o.at) owner
     ORDER BY at, admin_id`,
    [playerIds, adminId],
  );
  return rows.map((row) => ({ playerId: row.player_id, userId: row.admin_id, username: row.username, kind: row.kind }));
}

/**
 * Returns those of the players who seem to be the admin, or somebody who counts as one person with them. Lists leave them out, so it only looks: what
 * it sees is stored when the admin tries to do something with such a player.
 */
export async function findOwnPlayers(
  db: Db, context: DecisionContext, { playerIds, deviceCookie }: { readonly playerIds: readonly string[]; readonly deviceCookie: string | null },
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  if (playerIds.length === 0) return own;
  const owners = await readPlayerOwners(db, playerIds);
  const matches = await findSamePersons(db, context, owners.map(({ userId }) => ({ userId })));
  for (const [index, { playerId, userId }] of owners.entries()) {
    if (userId === context.adminId || (matches[index] ?? null) !== null) own.add(playerId);
  }
  const { rows } = await db.query<{ player_id: string }>(
    `SELECT w.player_id FROM unnest($1::text[]) w (player_id) CROSS JOIN LATERAL (${FACTS.replaceAll('$1', 'w.player_id')}) f`,
    [[...new Set(playerIds)].filter((playerId) => !own.has(playerId)), context.adminId, deviceCookie],
  );
  for (const { player_id: playerId } of rows) own.add(playerId);
  return own;
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
  { action, subject, refusal, player }: {
    readonly action: string;
    readonly subject: string;
    readonly refusal: OwnPlayerRefusal;
    /** The player, where the subject is something of theirs. */
    readonly player?: string | null;
  },
): Promise<void> {
  await writeAudit(tx, { at, userId: adminId, action, subject, before: null, after: { ...refusal, ...(typeof player === 'string' && { player }) } });
}
