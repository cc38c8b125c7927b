/** Handles the invitations of new admins: one admin invites, another one confirms, and only then a mail goes out. */
import type { PoolClient } from 'pg';
import type { Invitation } from '../../src/core/contract/admins';
import { HOUR_MS } from '../../src/core/time';
import { normaliseEmail, findPlayer, findPlayerByName } from '../accounts';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { createDecisionContext, readOrigin, readOwnerWait, requireRole } from '../four-eyes';
import type { DecisionContext, Browser } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { newSecret, secretHash } from '../secrets';
import { siteUrl } from '../config/site-url';
import { INVITATION_HOURS, invitationLetter } from './invitation-mail';
import {
  endInvitation, findInvitation, insertInvitation, toInviter, hasUnconfirmedInvitation, markConfirmed, readInvitation, readInvitations, toInvitation,
} from './invitation-rows';
import type { InvitationRow } from './invitation-rows';
import { findLettingInRefusal, findLettingInRefusals } from './letting-in';
import { ADMIN_ROLES } from '../../src/core/admin-roles';
import type { AdminRole } from '../../src/core/admin-roles';
import { lockAdmins } from './admin-role';
import { countOwners } from './desk-roles';

export const INVITATION_LIFETIME_MS = INVITATION_HOURS * HOUR_MS;
/** Limits the invitations of one admin in an hour, so that nobody adds many admins at once or fills a mailbox. */
export const INVITATION_LIMIT: AttemptLimit = { kind: 'invitation', limit: 20, windowMs: HOUR_MS };
/**
 * This lock lets one invitation be made at a time, because two admins, or two clicks, may invite the same address at the same
 * moment.
 */
const ADVISORY_LOCK_KEY = 4_150_111_013;

const OWN_INVITATION = 'You have invited them yourself. Another admin has to approve it.';

/** Lists the open invitations, newest first, as the admin who asks may act on them. */
export async function listInvitations(db: Db, context: DecisionContext): Promise<Invitation[]> {
  const rows = await readInvitations(db, context.now);
  const refusals = await findLettingInRefusals(db, context, rows.map(toInviter));
  return rows.map((row, index) => toInvitation(row, row.invited_by === context.adminId ? OWN_INVITATION : (refusals[index]?.detail ?? null)));
}

/**
 * Invites somebody; an earlier open invitation of the address ends. The invitation waits for another admin's confirmation,
 * except that the only owner can invite another owner alone, one at a time, once their own wait is over. We store the browser
 * to compare it with the second admin's (undefined where no request asks). Throws 409 `email-taken` where the address has an
 * account, since an admin's account is never a player's, and 429.
 */
export async function inviteAdmin(
  platform: Platform,
  adminId: string,
  invited: { readonly email: string; readonly roles: readonly AdminRole[] },
  browser?: Browser,
): Promise<Invitation> {
  const email = normaliseEmail(invited.email);
  const roles = ADMIN_ROLES.filter((role) => invited.roles.includes(role));
  const now = platform.now();
  const waitSeconds = await countAttempt(platform.pool, INVITATION_LIMIT, adminId, now);
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'You have invited many people. Wait a little and try again.');
  return transaction(platform.pool, async (tx) => {
    await lockAdmins(tx);
    await requireRole(tx, adminId, 'owner');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
    if ((await findPlayerByName(tx, email)) !== undefined) throw emailTakenProblem();
    await tx.query(`UPDATE invitation SET ended_at = $2, end_reason = 'replaced' WHERE email = $1 AND ended_at IS NULL`, [email, now]);
    const isAlone = roles.includes('owner') && (await countOwners(tx, adminId)) === 0 && !(await hasUnconfirmedInvitation(tx, now))
      // Whoever has just become the only owner, since the others gave the role up or lost it, lets nobody in on their first day either.
      && (await readOwnerWait(tx, adminId, now)) === null;
    const row = {
      invitation_id: newId(platform), email, invited_by: adminId, created_at: now, expires_at: new Date(now.getTime() + INVITATION_LIFETIME_MS),
      device: readOrigin(browser).device, roles,
    };
    await insertInvitation(tx, row);
    await writeAudit(tx, {
      at: now, userId: adminId, action: 'admin-invited', subject: row.invitation_id,
      before: null, after: { email, roles, expiresAt: row.expires_at, waits: !isAlone },
    });
    if (isAlone) await sendInvitation(tx, platform, row, null);
    return toInvitation(await readInvitation(tx, row.invitation_id), OWN_INVITATION);
  });
}

/** Creates the token and mails it. The time to use it begins now. */
async function sendInvitation(
  tx: PoolClient,
  platform: Platform,
  { invitation_id: invitationId, email, invited_by: inviterId }: Pick<InvitationRow, 'invitation_id' | 'email' | 'invited_by'>,
  by: string | null,
): Promise<void> {
  const at = platform.now();
  const expiresAt = new Date(at.getTime() + INVITATION_LIFETIME_MS);
  const inviter = await findPlayer(tx, inviterId);
  if (inviter === undefined) throw new Error('the session has no player');
  const token = newSecret(platform);
  await markConfirmed(tx, invitationId, { tokenHash: secretHash(token), by, at, expiresAt });
  const letter = invitationLetter({ from: `${inviter.firstname} ${inviter.lastname}`, site: siteUrl(platform.config), token });
  await platform.mailer.send(tx, { to: email, userId: null, letter, expiresAt });
}

/**
 * Confirms another admin's invitation. Confirming again changes nothing. Throws 404 `not-found`, 403 `own-request` for one's
 * own, 403 `not-counted` where one of the two is new or they may be one person (see `findLettingInRefusals`), 409 `conflict` for
 * one that has ended, and 409 `email-taken`.
 */
export async function confirmInvitation(platform: Platform, adminId: string, invitationId: string): Promise<Invitation> {
  const result = await transaction(platform.pool, async (tx) => {
    await lockAdmins(tx);
    await requireRole(tx, adminId, 'owner');
    const invitation = await findInvitation(tx, 'invitation_id', invitationId);
    if (invitation === null) throw new ProblemError('not-found', 'There is no such invitation.');
    if (invitation.invited_by === adminId) throw new ProblemError('own-request', 'This invitation is your own.', { detail: OWN_INVITATION });
    const now = platform.now();
    if (invitation.ended_at !== null || !invitation.by_owners || invitation.expires_at <= now) throw new ProblemError('conflict', 'This invitation has ended.');
    if (invitation.confirmed_by === adminId) return readInvitation(tx, invitationId);
    if (invitation.confirmed_at !== null) throw new ProblemError('conflict', 'Another admin has already approved this invitation.');
    const refusal = await findLettingInRefusal(tx, createDecisionContext(platform, adminId), [toInviter(invitation)]);
    if (refusal !== null) {
      await writeAudit(tx, { at: now, userId: adminId, action: 'invitation-not-counted', subject: invitationId, before: null, after: refusal.why });
      return refusal;
    }
    if ((await findPlayerByName(tx, invitation.email)) !== undefined) throw emailTakenProblem();
    await sendInvitation(tx, platform, invitation, adminId);
    await writeAudit(tx, {
      at: now, userId: adminId, action: 'invitation-confirmed', subject: invitationId, before: null, after: { email: invitation.email, invitedBy: invitation.invited_by },
    });
    return readInvitation(tx, invitationId);
  });
  if ('invitation_id' in result) return toInvitation(result, null);
  platform.log('admin.not-counted', { alert: true, adminId, ...result.why, invitationId });
  throw new ProblemError('not-counted', 'Your approval does not count here.', { reason: result.reason, detail: result.detail });
}

/**
 * Revokes an invitation; one that has ended in another way stays ended. Throws 404 `not-found` for an unknown one, and 409
 * `conflict` for one that was accepted, because that person is an admin now.
 */
export async function revokeInvitation(platform: Platform, adminId: string, invitationId: string): Promise<void> {
  const now = platform.now();
  await transaction(platform.pool, async (tx: PoolClient) => {
    await lockAdmins(tx);
    await requireRole(tx, adminId, 'owner');
    const invitation = await findInvitation(tx, 'invitation_id', invitationId);
    if (invitation === null) throw new ProblemError('not-found', 'There is no such invitation.');
    if (invitation.end_reason === 'accepted') throw new ProblemError('conflict', 'This invitation has already been accepted.');
    if (invitation.ended_at !== null) return;
    await endInvitation(tx, invitationId, { reason: 'revoked', at: now, acceptedBy: null });
    await writeAudit(tx, {
      at: now, userId: adminId, action: 'invitation-revoked', subject: invitationId,
      before: { email: invitation.email, expiresAt: invitation.expires_at }, after: null,
    });
  });
}

export function emailTakenProblem(): ProblemError {
  const message = 'This e-mail has an account already. An admin needs an address of their own for it.';
  return new ProblemError('email-taken', 'This e-mail already has an account', { detail: message, errors: [{ field: 'email', message }] });
}
