/** The first password of an admin's own, in place of the one that the start printed. */
import { transaction } from '../../db/transaction';
import { ProblemError } from '../../http/problem';
import type { Caller } from '../../http/router';
import type { Platform } from '../../platform';
import { writeAudit } from '../../audit';
import { hasherOf } from '../password-hasher';
import { endSessionsOf } from '../sessions';
import type { Device, NewSession } from '../sessions';
import { goOn } from './change';
import { ownPasswordIsSet, refuseWeakPassword } from './set-password';

/**
 * Sets it; the session goes on under a new id, every other one ends. Throws 400 `weak-password`, 409 `conflict` where the
 * admin has a password of their own already, and 401 `session-ended`.
 */
export async function setOwnPassword(platform: Platform, caller: Caller, password: string, device: Device): Promise<NewSession> {
  await refuseWeakPassword(platform, caller.userId, password);
  const hash = await hasherOf(platform).hash(password, { lane: 'player', account: caller.userId });
  return transaction(platform.pool, async (tx) => {
    const now = platform.now();
    if (!(await ownPasswordIsSet(tx, caller.userId))) {
      throw new ProblemError('conflict', 'You have a password of your own already. Change it under “Change password”.');
    }
    await tx.query('UPDATE player SET password_hash = $2, version = version + 1 WHERE user_id = $1', [caller.userId, hash]);
    const session = await goOn(tx, platform, caller, device);
    await endSessionsOf(tx, caller.userId, session.sessionHash, 'password-changed', now, device);
    await writeAudit(tx, { at: now, userId: caller.userId, action: 'own-password-set', subject: caller.userId, before: null, after: null });
    return session;
  });
}
