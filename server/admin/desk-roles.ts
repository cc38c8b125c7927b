/** Reads, gives and ends what each admin may do at the desk. */
import type { PoolClient } from 'pg';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { ROLE_IS_HELD } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

/** Returns the roles of each of these admins, in the order of `ADMIN_ROLES`; nobody else has any. */
export async function readRoles(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly AdminRole[]>> {
  const { rows } = await db.query<{ user_id: string; role: AdminRole }>({
    name: 'desk-roles',
    text: `SELECT r.user_id, r.role FROM desk_role r JOIN player p USING (user_id) WHERE r.user_id = ANY($1) AND ${ROLE_IS_HELD}`,
    values: [userIds],
  });
  return new Map(userIds.map((userId) => {
    const own = new Set(rows.filter((row) => row.user_id === userId).map(({ role }) => role));
    return [userId, ADMIN_ROLES.filter((role) => own.has(role))];
  }));
}

/** Counts the owners except `userId` (null: all). The caller holds the lock of `lockAdmins` where the number decides something. */
export async function countOwners(db: Db, exceptUserId: string | null = null): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM desk_role r JOIN player p USING (user_id) WHERE r.role = 'owner' AND ${ROLE_IS_HELD} AND r.user_id IS DISTINCT FROM $1`,
    [exceptUserId],
  );
  return rows[0]?.n ?? 0;
}

/**
 * Refuses to let the last owner go, because nobody could give roles any more.
 * @throws ProblemError conflict
 */
export async function refuseLastOwner(tx: PoolClient, userId: string): Promise<void> {
  const isOwner = (await readRoles(tx, [userId])).get(userId)?.includes('owner') === true;
  if (!isOwner || (await countOwners(tx, userId)) > 0) return;
  throw new ProblemError('conflict', 'You are the only owner.', { detail: 'Make somebody else an owner first, because the site needs one.' });
}

/** Gives roles. `by` is null where the platform itself does. Roles that somebody has already stay as they are. */
export async function grantRoles(
  tx: PoolClient,
  userId: string,
  roles: readonly AdminRole[],
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO desk_role (user_id, role, granted_at, granted_by) SELECT $1, unnest($2::text[]), $3, $4
     ON CONFLICT (user_id, role) WHERE ended_at IS NULL DO NOTHING`,
    [userId, roles, at, by],
  );
}

/** Ends roles. `by` is null where they leave by themselves. */
export async function endRoles(
  tx: PoolClient,
  userId: string,
  roles: readonly AdminRole[],
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<void> {
  await tx.query(
    'UPDATE desk_role SET ended_at = greatest($3, granted_at), ended_by = $4 WHERE user_id = $1 AND role = ANY($2) AND ended_at IS NULL',
    [userId, roles, at, by],
  );
}

/**
 * Selects the roles that were taken from somebody since they last got any back on the server: by another admin, or by the platform
 * itself (`ended_by` is NULL then). Those that they gave up themselves are not among them.
 */
const TAKEN_ROLES = `SELECT role, ended_at FROM (
    SELECT DISTINCT ON (role) role, ended_at, ended_by FROM desk_role WHERE user_id = $1 ORDER BY role, ended_at DESC NULLS FIRST) latest
  WHERE ended_at IS NOT NULL AND ended_by IS DISTINCT FROM $1
    AND ended_at > (SELECT coalesce(restored_at, '-infinity') FROM admin WHERE user_id = $1)`;

/** Says whether an admin who is still one has lost a role to somebody else. */
export async function hasLostRoles(tx: PoolClient, userId: string): Promise<boolean> {
  return (await tx.query(TAKEN_ROLES, [userId])).rowCount !== 0;
}

/**
 * Gives back the roles that were taken last together, and `owner` where that was ever taken: a thief takes roles step by step. An owner can
 * give the others. Returns the roles that they have got.
 */
export async function giveBackRoles(tx: PoolClient, userId: string, at: Date): Promise<AdminRole[]> {
  const { rows } = await tx.query<{ role: AdminRole }>(
    `INSERT INTO desk_role (user_id, role, granted_at)
     SELECT $1, role, greatest($2, ended_at) FROM (${TAKEN_ROLES}) taken
     WHERE role = 'owner' OR ended_at = (SELECT max(ended_at) FROM (${TAKEN_ROLES}) every)
     ON CONFLICT (user_id, role) WHERE ended_at IS NULL DO NOTHING RETURNING role`,
    [userId, at],
  );
  return ADMIN_ROLES.filter((role) => rows.some((row) => row.role === role));
}
