/** Checks in a transaction what an admin may do at the desk, because the guards before a call looked at it earlier. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import { ProblemError } from '../http/problem';

/** Holds for a `desk_role r` of a `player p` that they have now. */
export const ROLE_IS_HELD = "r.ended_at IS NULL AND p.role = 'admin' AND p.closed_at IS NULL";

/** Holds while the player with the id in `column` is an owner. */
export const isOwnerSql = (column: string): string =>
  `EXISTS (SELECT 1 FROM desk_role r JOIN player p USING (user_id) WHERE r.user_id = ${column} AND r.role = 'owner' AND ${ROLE_IS_HELD})`;

/**
 * Makes sure that an admin has one of these roles until the transaction ends. Every transaction in which an admin changes something begins with
 * it: the guards run before the body of a call is read, and a body may come long after the role was taken away.
 * @throws ProblemError forbidden
 */
export async function requireRole(tx: PoolClient, userId: string, ...roles: readonly AdminRole[]): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM desk_role r JOIN player p USING (user_id) WHERE r.user_id = $1 AND r.role = ANY($2) AND ${ROLE_IS_HELD} FOR SHARE OF r`,
    [userId, roles],
  );
  if (rowCount === 0) throw new ProblemError('forbidden', 'You don’t have access to this.', { detail: 'Your role was taken away.' });
}
