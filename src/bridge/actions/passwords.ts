/** Changes passwords and the e-mail address. A password goes to the platform and is stored nowhere here. Nothing here rejects. */
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import * as passwords from '../../core/contract/passwords';
import type { Result } from '../../core/errors';
import { bridge, callAsPlayer, callOpen } from '../index';
import { currentIds } from '../session/ids';
import { recheckSession } from './sync';
import { renewSession } from '../session/renewal';
import { withProof } from '../platform/with-proof';
import type { PuzzleOptions } from '../platform/with-proof';

type NewPassword = BodyOf<typeof passwords.changePassword>;

/** Sets another password; see `renewSession` for what becomes of the session. */
export function changePassword(body: NewPassword): Promise<Result<undefined>> {
  return renewSession(bridge, ({ userId, sessionId }) => callOpen(passwords.changePassword, { params: { userId }, sessionId, body }));
}

/** Sends a mail with a link if there is such an account; the answer does not say whether there is. */
export function requestPasswordReset(email: string, options: PuzzleOptions = {}): Promise<Result<undefined>> {
  return withProof((proof) => callOpen(passwords.requestPasswordReset, { body: { email, ...proof } }), options);
}

/**
 * Ends every session of the account. One of them may be in this browser, so we check at once whether the session here still stands;
 * a signed-in player gets a refusal if the link is another player's.
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
