/**
 * Makes everybody wait before they decide about money: a day as an admin, and a day in the role in which they decide. Otherwise an owner could
 * give a role to an account that has been there for long, and be its second pair of eyes at once. Roles that the platform gave itself
 * (the first admin's, those of before there were roles, and those given back on the server) need no wait of their own.
 */
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { dateTime, DAY_MS } from '../../src/core/time';
import type { Db } from '../ledger/accounts';

/** The wait lets the others notice somebody new. */
const MONEY_WAIT_MS = DAY_MS;

/** Says from when somebody may decide. */
export interface MoneyWait {
  readonly from: Date;
  /** The role that is new; null where they are new as an admin. */
  readonly role: AdminRole | null;
}

/** Since when somebody has been there to decide. */
export interface Standing {
  readonly since: Date;
  readonly role: AdminRole | null;
}

/** Returns the moment from which an admin may decide about money; null where they may now. */
export function moneyDecisionsFrom(since: Date, now: Date): Date | null {
  const from = new Date(since.getTime() + MONEY_WAIT_MS);
  return from > now ? from : null;
}

interface RoleRow {
  readonly user_id: string;
  readonly since: Date;
  /** Null for an admin who has none of the roles. */
  readonly role: AdminRole | null;
  /** Null where the platform gave it. */
  readonly given_at: Date | null;
}

/** Reads the roles among `roles` that these admins have, in that order. */
async function readRoleRows(db: Db, userIds: readonly string[], roles: readonly AdminRole[]): Promise<readonly RoleRow[]> {
  const { rows } = await db.query<RoleRow>(
    `SELECT a.user_id, a.since, r.role, CASE WHEN r.granted_by IS NOT NULL THEN r.granted_at END AS given_at
     FROM admin a LEFT JOIN desk_role r ON r.user_id = a.user_id AND r.role = ANY($2::text[]) AND r.ended_at IS NULL
     WHERE a.user_id = ANY($1) AND a.ended_at IS NULL ORDER BY a.user_id, array_position($2::text[], r.role)`,
    [userIds, roles],
  );
  return rows;
}

const toStanding = ({ since, role, given_at: givenAt }: RoleRow): Standing =>
  (givenAt !== null && givenAt > since ? { since: givenAt, role } : { since, role: null });

/**
 * Reads since when each of these admins has been there to decide in one of `roles`: the role that they have had for longest counts. Somebody
 * who is no admin is left out.
 */
export async function readStandings(db: Db, userIds: readonly string[], roles: readonly AdminRole[]): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>();
  for (const row of await readRoleRows(db, userIds, roles)) {
    const standing = toStanding(row);
    const longest = standings.get(row.user_id);
    if (longest === undefined || standing.since < longest.since) standings.set(row.user_id, standing);
  }
  return standings;
}

/**
 * Reads from when an admin may decide about money in one of `roles`; null where they may now. Somebody who is no admin may not decide, so they
 * count as having just become one.
 */
export async function readMoneyWait(db: Db, adminId: string, now: Date, roles: readonly AdminRole[]): Promise<MoneyWait | null> {
  const { since, role } = (await readStandings(db, [adminId], roles)).get(adminId) ?? { since: now, role: null };
  const from = moneyDecisionsFrom(since, now);
  return from === null ? null : { from, role };
}

/**
 * Reads from when an owner may decide who is let in or put out; null where they may now. The first admin has nobody to have invited them and need
 * not wait for that, or a new site could not begin; where they were given the role anew, they wait as all others do.
 */
export async function readOwnerWait(db: Db, adminId: string, now: Date): Promise<MoneyWait | null> {
  const wait = await readMoneyWait(db, adminId, now, ['owner']);
  return wait !== null && wait.role === null && (await isFirstAdmin(db, adminId)) ? null : wait;
}

async function isFirstAdmin(db: Db, adminId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM admin WHERE user_id = $1 AND ended_at IS NULL AND invited_by IS NULL', [adminId]);
  return rowCount === 1;
}

/** Returns true where somebody who did something at `at` had to wait then (see `readOwnerWait`). */
export async function isNewOwnerAt(db: Db, adminId: string, at: Date): Promise<boolean> {
  return (await readOwnerWait(db, adminId, at)) !== null;
}

/** A role in which somebody can't decide about money yet. */
export interface NewRole {
  readonly role: AdminRole;
  readonly from: Date;
}

/** In these roles people decide about money with others. */
const DECIDING_ROLES = ADMIN_ROLES.filter((role) => role !== 'support');

/** Reads the new roles of these admins. The roles of somebody who is new as an admin are left out, because the wait is the same for all of them. */
export async function readNewRoles(db: Db, userIds: readonly string[], now: Date): Promise<ReadonlyMap<string, readonly NewRole[]>> {
  const newRoles = new Map<string, NewRole[]>();
  for (const row of await readRoleRows(db, userIds, DECIDING_ROLES)) {
    const { since, role } = toStanding(row);
    const from = moneyDecisionsFrom(since, now);
    if (role !== null && from !== null) newRoles.set(row.user_id, [...(newRoles.get(row.user_id) ?? []), { role, from }]);
  }
  return newRoles;
}

/** Begins the reason why somebody has to wait. */
export const describeNewness = (role: AdminRole | null): string =>
  (role === null ? 'You became an admin less than 24 hours ago.' : `You were given the role “${role}” less than 24 hours ago.`);

/** Tells an admin from when they can decide about money. */
export function describeTooNew({ from, role }: MoneyWait): string {
  return `${describeNewness(role)} You can decide about money from ${dateTime(from.getTime())} (Lagos).`;
}
