/** Passwords and the e-mail address. A password goes to the platform and is kept nowhere here. Nothing here rejects. */
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import * as passwords from '../../core/contract/passwords';
import { failure, sessionEndOf } from '../../core/errors';
import type { Result } from '../../core/errors';
import { RENEWAL, withKeyLock } from '../locks';
import { callAsPlayer, callOpen, currentIds } from '../platform';
import { revokeSession } from '../revocations';
import { goOnWithId } from '../session';
import { endSession } from '../session-end';
import { recheckSession } from '../sync-worker';

type NewPassword = BodyOf<typeof passwords.changePassword>;

/**
 * Sets another password. On success every tab of this browser goes on under the new id, and whoever was refused with the
 * old one meanwhile waits for that. When the answer is lost the session is asked about at once: if it is over, the new
 * password holds, and the player is told.
 */
export function changePassword(body: NewPassword): Promise<Result<undefined>> {
  return withKeyLock(RENEWAL, async () => {
    const ids = currentIds();
    if (!ids) return failure('canceled');
    const { userId, sessionId } = ids;
    const result = await callOpen(passwords.changePassword, { params: { userId }, sessionId, body });
    if (!result.ok) {
      const end = sessionEndOf(result.error);
      // Not waited for: who decides waits for the lock that is held here.
      if (end !== null) void endSession(end);
      else if (result.error.problem === undefined) void recheckSession();
      return result;
    }
    if (currentIds()?.sessionId !== sessionId) {
      // Signed out in another tab meanwhile: nobody is to hold the new id.
      void revokeSession(result.data.sessionId, false);
      return failure('canceled');
    }
    goOnWithId({ userId, sessionId: result.data.sessionId });
    return { ...result, data: undefined };
  });
}

/** A mail with a link, if there is such an account; which is not said. */
export function requestPasswordReset(email: string): Promise<Result<undefined>> {
  return callOpen(passwords.requestPasswordReset, { body: { email } });
}

/**
 * Ends every session of the account, also one in this browser: whoever is signed in here is asked about at once, and told
 * when the link is another player's.
 */
export async function resetPassword(token: string, password: string): Promise<Result<undefined>> {
  const result = await callOpen(passwords.resetPassword, { body: { token, password }, sessionId: currentIds()?.sessionId ?? null });
  void recheckSession();
  return result;
}

/** Sends a mail to the new address; nothing changes before its link is opened. */
export function changeEmail(body: BodyOf<typeof passwords.changeEmail>): Promise<Result<AnswerOf<typeof passwords.changeEmail>>> {
  return callAsPlayer(passwords.changeEmail, ({ userId }) => ({ params: { userId }, body }));
}
