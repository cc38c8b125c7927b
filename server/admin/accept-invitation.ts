/** Creates an admin's account with the token of an invitation. The account is an admin's and no player's. */
import type { PoolClient } from 'pg';
import type { acceptInvitation } from '../../src/core/contract/admins';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { isHouseName, passwordWeakness, usernameKey, getHasher, repeatSignUp, openSession } from '../accounts';
import type { Device, OpenedAccount } from '../accounts';
import { writeAudit } from '../audit';
import { isUniqueViolation } from '../db/errors';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { INVITATION_HOURS } from './invitation-mail';
import { endInvitation, findInvitation } from './invitation-rows';
import type { InvitationRow } from './invitation-rows';
import { emailTakenProblem } from './invitations';
import { insertAdminRole, lockAdmins } from './admin-role';

type AcceptBody = BodyOf<typeof acceptInvitation>;

/**
 * Creates the account of an invitation and its first session in one transaction. The mail has proved the address, so it counts
 * as activated. The same call within two minutes, from a browser that lost the answer, gets a session of the account that it
 * created. Throws 400 `token-invalid` for a token that is unknown, used, expired or revoked, 400 `weak-password`, 409
 * `username-taken` and `email-taken`; the invitation stays open then.
 */
export async function acceptAsAdmin(platform: Platform, body: AcceptBody, device: Device): Promise<OpenedAccount> {
  const { token, password } = body;
  const storedInvitation = await transaction(platform.pool, (tx) => findInvitation(tx, 'token_hash', secretHash(token)));
  if (storedInvitation?.end_reason === 'accepted') return openSessionAgain(platform, storedInvitation, body, device);
  const invitation = requireUsable(storedInvitation, platform.now());
  const weakness = passwordWeakness(password, { ...body, email: invitation.email, phone: '', dateOfBirth: '' });
  if (weakness !== null) throw new ProblemError('weak-password', 'Choose another password', fieldError('password', weakness));
  if (isHouseName(body.username)) throw usernameTakenProblem();
  // We hash before the transaction, because hashing takes long and nobody else should wait for it.
  const passwordHash = await getHasher(platform).hash(password, { lane: 'mail-link', account: invitation.email });
  const newAdmin = await createAdmin(platform, body, passwordHash, device);
  return newAdmin === null ? openSessionAgain(platform, invitation, body, device) : newAdmin;
}

/** Returns null where the same invitation was accepted meanwhile. */
async function createAdmin(platform: Platform, body: AcceptBody, passwordHash: string, device: Device): Promise<OpenedAccount | null> {
  try {
    return await transaction(platform.pool, async (tx) => {
      // An owner who is losing the role in this moment must not let anybody in.
      await lockAdmins(tx);
      const now = platform.now();
      const storedInvitation = await findInvitation(tx, 'token_hash', secretHash(body.token));
      if (storedInvitation?.end_reason === 'accepted') return null;
      const invitation = requireUsable(storedInvitation, now);
      const userId = newId(platform);
      await insertAdmin(tx, { userId, email: invitation.email, passwordHash, now }, body);
      const { invited_by: invitedBy, confirmed_by: confirmedBy, roles } = invitation;
      await insertAdminRole(tx, { userId, since: now, invitedBy, confirmedBy, roles });
      await endInvitation(tx, invitation.invitation_id, { reason: 'accepted', at: now, acceptedBy: userId });
      await writeAudit(tx, {
        at: now, userId, action: 'invitation-accepted', subject: invitation.invitation_id,
        before: null, after: { userId, username: body.username, invitedBy, confirmedBy, roles },
      });
      return { userId, ...(await openSession(tx, platform, userId, device)) };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw violatesUnique(error, 'email') ? emailTakenProblem() : usernameTakenProblem();
  }
}

async function insertAdmin(
  tx: PoolClient,
  { userId, email, passwordHash, now }: { readonly userId: string; readonly email: string; readonly passwordHash: string; readonly now: Date },
  { username, firstname, lastname }: AcceptBody,
): Promise<void> {
  await tx.query(
    `INSERT INTO player (user_id, username, username_key, email, email_activated_at, password_hash, firstname, lastname, role, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'admin', $5)`,
    [userId, username, usernameKey(username), email, now, passwordHash, firstname, lastname],
  );
}

/** Answers a repeated call, because a browser sends a POST again by itself when a connection breaks. */
async function openSessionAgain(platform: Platform, { email }: InvitationRow, body: AcceptBody, device: Device): Promise<OpenedAccount> {
  const names = { email, username: usernameKey(body.username) };
  const repeatedAccount = await repeatSignUp(platform, names, { password: body.password, lane: 'mail-link' }, device);
  if (repeatedAccount === null) throw invalidInvitation('It was used already. Sign in with the account that it made.');
  return repeatedAccount;
}

function requireUsable(invitation: InvitationRow | null, now: Date): InvitationRow {
  if (invitation === null) throw invalidInvitation('The link is incomplete or wrong. Open it again from the mail.');
  if (invitation.end_reason === 'replaced') throw invalidInvitation('There is a newer mail with another link. Use that one.');
  if (invitation.ended_at !== null || !invitation.by_owners) throw invalidInvitation('It was taken back. Ask whoever invited you.');
  if (invitation.confirmed_at === null) throw invalidInvitation('Another admin has to say yes to it first. Wait for the next mail.');
  if (invitation.expires_at <= now) throw invalidInvitation(`It is older than ${INVITATION_HOURS} hours. Ask for a new one.`);
  return invitation;
}

function invalidInvitation(detail: string): ProblemError {
  return new ProblemError('token-invalid', 'This invitation does not work.', { detail });
}

function usernameTakenProblem(): ProblemError {
  const message = 'Somebody has this username already. Choose another.';
  return new ProblemError('username-taken', 'This username is taken', fieldError('username', message));
}

const fieldError = (field: string, message: string) => ({ detail: message, errors: [{ field, message }] });

/** Returns true where the value of this unique column was taken. */
function violatesUnique(error: unknown, column: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === `player_${column}_key`;
}
