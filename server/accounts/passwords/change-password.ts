/** Changes the password of a signed-in player. */
import type { PoolClient } from 'pg';
import { transaction } from '../../db/transaction';
import { ProblemError } from '../../http/problem';
import type { Caller } from '../../http/router';
import type { Platform } from '../../platform';
import { checkOwnPassword } from '../check-password';
import { deleteDevices } from '../known-devices';
import { voidTokens } from '../mail-tokens';
import { sendPasswordChangedMail } from '../mails/password-mails';
import { getHasher } from '../password-hasher';
import { requirePlayer } from '../player';
import { endSession, endSessions, openSession } from '../sessions';
import type { Device, NewSession } from '../sessions';
import { markOwnPasswordSet, refuseWeakPassword, replacePassword, weakPassword } from './set-password';

/**
 * Sets a new password. The session continues under a new id, and all others end. The current password is checked as at a
 * sign-in. Throws 400 `weak-password`, 401 `invalid-credentials`, 429, and 401 `session-ended` where the session has ended in
 * the meantime.
 */
export async function changePassword(
  platform: Platform,
  caller: Caller,
  { current, password }: { readonly current: string; readonly password: string },
  device: Device,
): Promise<NewSession> {
  const player = await requirePlayer(platform.pool, caller.userId);
  await refuseWeakPassword(platform, caller.userId, password);
  if (current.normalize('NFKC') === password.normalize('NFKC')) throw weakPassword('This is your current password. Choose another.');
  await checkOwnPassword(platform, player, { password: current, sessionHash: caller.sessionHash, field: 'current' });
  const after = await getHasher(platform).hash(password, { lane: 'player', account: caller.userId });
  return transaction(platform.pool, async (tx) => {
    const now = platform.now();
    const isReplaced = await replacePassword(tx, caller.userId, { before: player.password_hash, after });
    if (!isReplaced) throw sessionEnded('password-changed');
    await markOwnPasswordSet(tx, caller.userId);
    await deleteDevices(tx, caller.userId);
    // The browser gets a new device secret, so that copies of its cookie become useless.
    const session = await replaceSession(tx, platform, caller, { ...device, cookie: null });
    await endSessions(tx, caller.userId, session.sessionHash, 'password-changed', now, device);
    // Somebody who knew the old password may have requested a link.
    await voidTokens(tx, caller.userId, ['reset', 'move'], now);
    await sendPasswordChangedMail(tx, platform, { userId: caller.userId, by: 'change', userAgent: device.userAgent });
    return session;
  });
}

interface ReplacedRow {
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly previous_sign_in: Date | null;
  readonly end_reason: string | null;
  readonly factor_at: Date | null;
}

const sessionEnded = (reason: string): ProblemError => new ProblemError('session-ended', 'This session is over. Sign in again.', { reason });

/**
 * Ends the caller's session and opens another in its place, which is the same sign-in: the new session has its time and its end. So the
 * next sign-in names the time of a sign-in, not of the new password. Throws 401 `session-ended` where the session has ended already.
 */
export async function replaceSession(tx: PoolClient, platform: Platform, { userId, sessionHash }: Caller, device: Device): Promise<NewSession> {
  const { rows } = await tx.query<ReplacedRow>(
    'SELECT created_at, expires_at, previous_sign_in, end_reason, factor_at FROM session WHERE session_hash = $1 FOR UPDATE',
    [sessionHash],
  );
  const [before] = rows;
  if (before === undefined) throw new Error('the caller’s session is missing');
  if (before.end_reason !== null) throw sessionEnded(before.end_reason);
  await endSession(tx, sessionHash, 'password-changed', platform.now());
  const session = await openSession(tx, platform, userId, device);
  await tx.query('UPDATE session SET created_at = $2, expires_at = $3, previous_sign_in = $4, factor_at = $5 WHERE session_hash = $1', [
    session.sessionHash, before.created_at, before.expires_at, before.previous_sign_in, before.factor_at,
  ]);
  return { ...session, previousSignIn: before.previous_sign_in };
}
