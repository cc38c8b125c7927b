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

/** An admin whose own account the player seems to be, or another account of the player's person. */
export interface PlayerOwner {
  readonly playerId: string;
  readonly userId: string;
  readonly username: string;
  readonly kind: OwnPlayerKind;
}

/**
 * Which equal phone numbers count. Nobody proves a number, so a player could write those of all admins and be nobody's to decide about.
 * `earlier`, for what the team does about a player or reads of them: those alone that the player's account had before the admin's had it. `any`,
 * for what does a player a favour, which an admin must not do for themselves: all of them.
 */
export type CountedPhones = 'earlier' | 'any';

/**
 * Selects the account of the person of the player `$1` that seems to be the admin `$2`, the player's own first, with `is_weak` where only a phone
 * number says so that the admin had before. Earlier phone numbers count as well; otherwise an admin could write another one before they
 * decide. A second account may be a stranger's, so its numbers count for itself alone. A session stores its browser as a hash of its own (see
 * sessions.ts).
 */
const FACTS = `
  WITH own AS (${ACCOUNTS_OF_PERSON}), both_sides AS (SELECT user_id FROM own UNION SELECT $2::text),
  number (user_id, phone, since) AS (
    SELECT user_id, after ->> 'phone', at FROM details_change WHERE user_id IN (SELECT user_id FROM both_sides) AND after ->> 'phone' IS NOT NULL
    -- The number with which the account began.
    UNION ALL SELECT p.user_id, coalesce(first.before ->> 'phone', p.phone), p.created_at
      FROM player p LEFT JOIN LATERAL (
        SELECT before FROM details_change c WHERE c.user_id = p.user_id AND c.before ? 'phone' ORDER BY version LIMIT 1) first ON true
      WHERE p.user_id IN (SELECT user_id FROM both_sides) AND CASE WHEN first.before IS NULL THEN p.phone ELSE first.before ->> 'phone' END IS NOT NULL
  ), held (user_id, phone, since) AS (SELECT user_id, phone, min(since) FROM number GROUP BY user_id, phone
  ), payee (user_id, account_ref) AS (
    SELECT user_id, account_ref FROM bank_account WHERE user_id IN (SELECT user_id FROM both_sides)
    UNION SELECT user_id, account_ref FROM former_bank_account WHERE user_id IN (SELECT user_id FROM both_sides)
    UNION SELECT user_id, account_ref FROM withdrawal WHERE user_id IN (SELECT user_id FROM both_sides)
  ), phone_of AS (
    SELECT b.user_id, bool_and(b.since > a.since) AS is_later FROM held a JOIN held b USING (phone) JOIN player p ON p.user_id = b.user_id
    WHERE a.user_id = $2 AND (b.user_id = $1 OR NOT p.is_second) GROUP BY b.user_id
  ), found AS (
    SELECT own.user_id, ph.is_later, CASE
      WHEN EXISTS (SELECT FROM own WHERE user_id = $2) THEN 'identity'
      WHEN EXISTS (SELECT FROM player_person a JOIN player_person b USING (person_hash) WHERE a.user_id = $2 AND b.user_id = own.user_id) THEN 'identity'
      WHEN NOT ph.is_later THEN 'phone'
      WHEN EXISTS (SELECT FROM session s WHERE s.user_id = own.user_id
        AND s.device_hash = encode(sha256(convert_to(s.user_id || '/' || $3, 'UTF8')), 'hex')) THEN 'device'
      WHEN EXISTS (SELECT FROM payee a JOIN payee b USING (account_ref) WHERE a.user_id = $2 AND b.user_id = own.user_id) THEN 'payout-account'
      WHEN ph.is_later THEN 'phone' END AS kind
    FROM own LEFT JOIN phone_of ph USING (user_id) WHERE own.user_id <> $2)
  SELECT user_id, kind, kind = 'phone' AND is_later AS is_weak FROM found WHERE kind IS NOT NULL
  ORDER BY kind = 'phone' AND is_later, user_id <> $1, user_id LIMIT 1`;

interface Found {
  readonly user_id: string;
  readonly kind: OwnPlayerKind;
  readonly is_weak: boolean | null;
}

interface SeenPlayer {
  readonly playerId: string;
  /** The content of the device cookie of the admin's browser. */
  readonly deviceCookie: string | null;
}

/**
 * Returns why the player, or another account of the same person, seems to be the admin; null where nothing says so. Where something is found it is
 * stored for the account that shows it, so the caller commits even where it refuses. A phone number that the admin had first is not stored, so
 * that the player makes nobody stay away for ever: the history of both is looked at each time. Where it does not count, the trail has a line, once.
 */
async function findOwnPlayer(
  tx: PoolClient, { adminId, now: at }: DecisionContext, { playerId, deviceCookie }: SeenPlayer, phones: CountedPhones,
): Promise<OwnPlayerKind | null> {
  const [storedOwner] = await readPlayerOwners(tx, [playerId], adminId);
  if (storedOwner !== undefined) return storedOwner.kind;
  const { rows: [found] } = await tx.query<Found>(FACTS, [playerId, adminId, deviceCookie]);
  if (found === undefined) return null;
  if (found.is_weak === true) {
    if (phones === 'any') return found.kind;
    await auditWeakPhone(tx, { adminId, playerId: found.user_id, at });
    return null;
  }
  await tx.query('INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    adminId, found.user_id, found.kind, at,
  ]);
  return found.kind;
}

async function auditWeakPhone(
  tx: PoolClient, { adminId, playerId, at }: { readonly adminId: string; readonly playerId: string; readonly at: Date },
): Promise<void> {
  const action = 'player-with-phone-of-admin';
  const { rowCount } = await tx.query('SELECT FROM admin_audit WHERE subject = $1 AND user_id = $2 AND action = $3 LIMIT 1', [playerId, adminId, action]);
  if (rowCount === 0) await writeAudit(tx, { at, userId: adminId, action, subject: playerId, before: null, after: { counts: false } });
}

/**
 * Returns the admins whose own account each of these players seems to be, or another account of the player's person; with `adminId`, that admin
 * alone. What was seen first comes first. A phone number that was seen on a second account, which may be a stranger's, counts for that account alone.
 */
export async function readPlayerOwners(db: Db, playerIds: readonly string[], adminId: string | null = null): Promise<readonly PlayerOwner[]> {
  const { rows } = await db.query<{ player_id: string; admin_id: string; username: string; kind: OwnPlayerKind }>(
    `SELECT player_id, admin_id, username, kind FROM (
       SELECT DISTINCT ON (person.player_id, o.admin_id) person.player_id, o.admin_id, p.username, o.kind, o.at
       FROM (${ACCOUNTS_OF_PERSONS}) person JOIN admin_own_player o ON o.player_id = person.user_id JOIN player p ON p.user_id = o.admin_id
         JOIN player seen ON seen.user_id = o.player_id
       WHERE ($2::text IS NULL OR o.admin_id = $2) AND (o.kind <> 'phone' OR o.player_id = person.player_id OR NOT seen.is_second) ORDER BY person.player_id, o.admin_id, o.at) owner
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
    `SELECT w.player_id FROM unnest($1::text[]) w (player_id) CROSS JOIN LATERAL (${FACTS.replaceAll('$1', 'w.player_id')}) f WHERE f.is_weak IS NOT TRUE`,
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
  { playerId, deviceCookie }: SeenPlayer,
  phones: CountedPhones = 'any',
): Promise<OwnPlayerRefusal | null> {
  const kind = await findOwnPlayer(tx, context, { playerId, deviceCookie }, phones);
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
