/** Sets an admin's first own password, which replaces the printed one. */
import { transaction } from '../../db/transaction';
import { ProblemError } from '../../http/problem';
import type { Caller } from '../../http/router';
import type { Platform } from '../../platform';
import { writeAudit } from '../../audit';
import { getHasher } from '../password-hasher';
import { endSessions } from '../sessions';
import type { Device, NewSession } from '../sessions';
import { replaceSession } from './change-password';
import { markOwnPasswordSet, refuseWeakPassword } from './set-password';

/**
 * Sets the password. The session continues under a new id, and all others end. Throws 400 `weak-password`, 409 `conflict` where
 * the admin has an own password already, and 401 `session-ended`.
 */
export async function setOwnPassword(platform: Platform, caller: Caller, password: string, device: Device): Promise<NewSession> {
  await refuseWeakPassword(platform, caller.userId, password);
  const hash = await getHasher(platform).hash(password, { lane: 'player', account: caller.userId });
  return transaction(platform.pool, async (tx) => {
    const now = platform.now();
    if (!(await markOwnPasswordSet(tx, caller.userId))) {
      throw new ProblemError('conflict', 'You have already set your own password. Change it under “Change password”.');
    }
    await tx.query('UPDATE player SET password_hash = $2, version = version + 1 WHERE user_id = $1', [caller.userId, hash]);
    const session = await replaceSession(tx, platform, caller, device);
    await endSessions(tx, caller.userId, session.sessionHash, 'password-changed', now, device);
    await writeAudit(tx, { at: now, userId: caller.userId, action: 'own-password-set', subject: caller.userId, before: null, after: null });
    return session;
  });
}
