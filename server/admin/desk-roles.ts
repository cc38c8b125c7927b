/** Reads, gives and ends what each admin may do at the desk. */
import type { PoolClient } from 'pg';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';

/** Holds for a `desk_role r` of a `player p` that they have now. */
export const IS_HELD = "r.ended_at IS NULL AND p.role = 'admin' AND p.closed_at IS NULL";

/** Returns the roles of each of these admins, in the order of `ADMIN_ROLES`; nobody else has any. */
export async function readRoles(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly AdminRole[]>> {
  const { rows } = await db.query<{ user_id: string; role: AdminRole }>({
    name: 'desk-roles',
    text: `SELECT r.user_id, r.role FROM desk_role r JOIN player p USING (user_id) WHERE r.user_id = ANY($1) AND ${IS_HELD}`,
    values: [userIds],
  });
  return new Map(userIds.map((userId) => {
    const own = new Set(rows.filter((row) => row.user_id === userId).map(({ role }) => role));
    return [userId, ADMIN_ROLES.filter((role) => own.has(role))];
  }));
}

/**
 * Makes sure that an admin has a role until the transaction ends, because they may have lost it since the call began.
 * @throws ProblemError forbidden
 */
export function requireRole(tx: PoolClient, userId: string, role: AdminRole): Promise<void> {
  return requireOneRole(tx, userId, [role]);
}

/** The same for one of several roles. */
export async function requireOneRole(tx: PoolClient, userId: string, roles: readonly AdminRole[]): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM desk_role r JOIN player p USING (user_id) WHERE r.user_id = $1 AND r.role = ANY($2) AND ${IS_HELD} FOR SHARE OF r`,
    [userId, roles],
  );
  if (rowCount === 0) throw new ProblemError('forbidden', 'You don’t have access to this.', { detail: 'Your role was taken away.' });
}

/** Counts the owners except `userId` (null: all). The caller holds the lock of `lockAdmins` where the number decides something. */
export async function countOwners(db: Db, exceptUserId: string | null = null): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM desk_role r JOIN player p USING (user_id) WHERE r.role = 'owner' AND ${IS_HELD} AND r.user_id IS DISTINCT FROM $1`,
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

/** Gives back the roles that ended last together, for a role of an admin that is given back. */
export async function giveBackRoles(tx: PoolClient, userId: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO desk_role (user_id, role, granted_at)
     SELECT user_id, role, greatest($2, ended_at) FROM desk_role
     WHERE user_id = $1 AND ended_at = (SELECT max(ended_at) FROM desk_role WHERE user_id = $1)
     ON CONFLICT (user_id, role) WHERE ended_at IS NULL DO NOTHING`,
    [userId, at],
  );
}
