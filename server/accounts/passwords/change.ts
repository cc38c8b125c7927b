/** Changing the password while signed in. */
import type { PoolClient } from 'pg';
import { transaction } from '../../db/transaction';
import { ProblemError } from '../../http/problem';
import type { Caller } from '../../http/router';
import type { Platform } from '../../platform';
import { checkOwnPassword } from '../check-password';
import { forgetDevices } from '../known-devices';
import { useUpTokens } from '../mail-tokens';
import { sendPasswordChangedMail } from '../mails/password-mails';
import { hasherOf } from '../password-hasher';
import { findPlayer } from '../player';
import { endSession, endSessionsOf, openSession } from '../sessions';
import type { Device, NewSession } from '../sessions';
import { ownPasswordIsSet, refuseWeakPassword, replacePassword, weakPassword } from './set-password';

/**
 * Sets a new password; the session goes on under a new id, every other one ends. The current password is looked at as at
 * a sign-in. Throws 400 `weak-password`, 401 `invalid-credentials`, 429, and 401 `session-ended` where the session was
 * ended in the meantime.
 */
export async function changePassword(
  platform: Platform,
  caller: Caller,
  { current, password }: { readonly current: string; readonly password: string },
  device: Device,
): Promise<NewSession> {
  const player = await findPlayer(platform.pool, caller.userId);
  if (player === undefined) throw new Error('a session belongs to a player');
  await refuseWeakPassword(platform, caller.userId, password);
  if (current.normalize('NFKC') === password.normalize('NFKC')) throw weakPassword('This is the password you have now. Choose another.');
  await checkOwnPassword(platform, player, { password: current, sessionHash: caller.sessionHash, field: 'current' });
  const after = await hasherOf(platform).hash(password, { lane: 'player', account: caller.userId });
  return transaction(platform.pool, async (tx) => {
    const now = platform.now();
    const isReplaced = await replacePassword(tx, caller.userId, { before: player.password_hash, after });
    if (!isReplaced) throw ended('password-changed');
    await ownPasswordIsSet(tx, caller.userId);
    await forgetDevices(tx, caller.userId);
    // With a new secret: copies of the browser's cookie are good for nothing any more, too.
    const session = await goOn(tx, platform, caller, { ...device, cookie: null });
    await endSessionsOf(tx, caller.userId, session.sessionHash, 'password-changed', now, device);
    // Whoever knew the old password may have asked for a link, too.
    await useUpTokens(tx, caller.userId, ['reset', 'move'], now);
    await sendPasswordChangedMail(tx, platform, { userId: caller.userId, by: 'change', userAgent: device.userAgent });
    return session;
  });
}

const ended = (reason: string): ProblemError => new ProblemError('session-ended', 'This session is over. Sign in again.', { reason });

/** Another session in the place of the caller's, which ends. Throws 401 `session-ended` where that is over already. */
export async function goOn(tx: PoolClient, platform: Platform, { userId, sessionHash }: Caller, device: Device): Promise<NewSession> {
  const { rows } = await tx.query<{ previous_sign_in: Date | null; end_reason: string | null }>(
    'SELECT previous_sign_in, end_reason FROM session WHERE session_hash = $1 FOR UPDATE',
    [sessionHash],
  );
  const [before] = rows;
  if (before === undefined) throw new Error('the session has just been found');
  if (before.end_reason !== null) throw ended(before.end_reason);
  await endSession(tx, sessionHash, 'password-changed', platform.now());
  const session = await openSession(tx, platform, userId, device);
  // Nobody signed in: the sign-in before this session's stays the one before.
  await tx.query('UPDATE session SET previous_sign_in = $2 WHERE session_hash = $1', [session.sessionHash, before.previous_sign_in]);
  return { ...session, previousSignIn: before.previous_sign_in };
}
