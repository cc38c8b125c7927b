/** The admins, and how they let others in. */
import type { PoolClient } from 'pg';
import type { AdminPerson, Invitation } from '../../src/core/contract/admins';
import { ACTIVE_INVITATION, endInvitation, findInvitation, insertInvitation, toInvitation } from './invitation-rows';
import type { ToldRow } from './invitation-rows';
import { countAttempt, tooMany } from '../accounts/attempts';
import type { AttemptLimit } from '../accounts/attempts';
import { normaliseEmail } from '../accounts/names';
import { findPlayer, findPlayerByName } from '../accounts/player';
import { newSecret, secretHash } from '../accounts/secrets';
import { siteUrl } from '../accounts/site-url';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { writeAudit } from './audit';
import { INVITATION_HOURS, invitationLetter } from './invitation-mail';

const HOUR_MS = 60 * 60_000;
export const INVITATION_LIFETIME_MS = INVITATION_HOURS * HOUR_MS;
/** Nobody lets more people in than this in an hour; and nobody's mailbox is filled. */
export const INVITATIONS_OF_ADMIN: AttemptLimit = { kind: 'invitation', limit: 20, windowMs: HOUR_MS };
/** Of one address at a time: two admins, or two clicks, at the same moment. */
const ADVISORY_LOCK_KEY = 4_150_111_013;

interface PersonRow {
  user_id: string;
  username: string;
  firstname: string;
  lastname: string;
  created_at: Date;
  invited_by: string | null;
}

/** Everybody who may act under `/admin`, the first one first. */
export async function listPeople(db: Db): Promise<AdminPerson[]> {
  const { rows } = await db.query<PersonRow>(
    `SELECT p.user_id, p.username, p.firstname, p.lastname, p.created_at, by.username AS invited_by
     FROM player p LEFT JOIN invitation i ON i.accepted_by = p.user_id LEFT JOIN player by ON by.user_id = i.invited_by
     WHERE p.role = 'admin' AND p.closed_at IS NULL ORDER BY p.created_at, p.user_id`,
  );
  return rows.map((row) => ({
    userId: row.user_id,
    username: row.username,
    name: `${row.firstname} ${row.lastname}`,
    since: row.created_at.toISOString(),
    invitedBy: row.invited_by,
  }));
}

/** The invitations that can still be accepted, newest first. */
export async function listInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const { rows } = await db.query<ToldRow>(
    `SELECT i.invitation_id, i.email, i.created_at, i.expires_at, p.username AS invited_by
     FROM invitation i JOIN player p ON p.user_id = i.invited_by WHERE ${ACTIVE_INVITATION}
     ORDER BY i.created_at DESC, i.invitation_id`,
    [now],
  );
  return rows.map(toInvitation);
}

/**
 * Sends somebody a mail with which to become an admin; the invitation that was open for the address ends. Throws 409
 * `email-taken` where the address has an account (an admin's is never a player's), and 429.
 */
export async function invite(platform: Platform, adminId: string, address: string): Promise<Invitation> {
  const email = normaliseEmail(address);
  const now = platform.now();
  const wait = await countAttempt(platform.pool, INVITATIONS_OF_ADMIN, adminId, now);
  if (wait !== null) throw tooMany(wait, 'You have invited many people. Wait a little and try again.');
  return transaction(platform.pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
    if ((await findPlayerByName(tx, email)) !== undefined) throw emailTaken();
    const admin = await findPlayer(tx, adminId);
    if (admin === undefined) throw new Error('a session belongs to a player');
    await tx.query(`UPDATE invitation SET ended_at = $2, end_reason = 'replaced' WHERE email = $1 AND ended_at IS NULL`, [email, now]);
    const token = newSecret(platform);
    const row = {
      invitation_id: newId(platform), email, created_at: now, expires_at: new Date(now.getTime() + INVITATION_LIFETIME_MS),
    };
    await insertInvitation(tx, row, { tokenHash: secretHash(token), invitedBy: adminId });
    const from = `${admin.firstname} ${admin.lastname}`;
    const letter = invitationLetter({ from, site: siteUrl(platform.config), token });
    await platform.mailer.send(tx, { to: email, userId: null, letter, expiresAt: row.expires_at });
    await writeAudit(tx, {
      at: now, userId: adminId, action: 'admin-invited', subject: row.invitation_id,
      before: null, after: { email, expiresAt: row.expires_at },
    });
    return toInvitation({ ...row, invited_by: admin.username });
  });
}

/**
 * Takes an invitation back; one that has ended in another way stays ended. Throws 404 `not-found` for one that there
 * never was, and 409 `conflict` for one that was accepted: that person is an admin now.
 */
export async function revokeInvitation(platform: Platform, adminId: string, invitationId: string): Promise<void> {
  const now = platform.now();
  await transaction(platform.pool, async (tx: PoolClient) => {
    const found = await findInvitation(tx, 'invitation_id', invitationId);
    if (found === null) throw new ProblemError('not-found', 'There is no such invitation.');
    if (found.end_reason === 'accepted') throw new ProblemError('conflict', 'This invitation was accepted already.');
    if (found.ended_at !== null) return;
    await endInvitation(tx, invitationId, { reason: 'revoked', at: now, acceptedBy: null });
    await writeAudit(tx, {
      at: now, userId: adminId, action: 'invitation-revoked', subject: invitationId,
      before: { email: found.email, expiresAt: found.expires_at }, after: null,
    });
  });
}

export function emailTaken(): ProblemError {
  const message = 'This e-mail has an account already. An admin needs an address of their own for it.';
  return new ProblemError('email-taken', 'There is an account already', { detail: message, errors: [{ field: 'email', message }] });
}
