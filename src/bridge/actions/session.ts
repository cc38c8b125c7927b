/**
 * Signs in and out. Every function answers a `Result`; on success the stores hold the new session before it resolves. Nothing
 * here rejects.
 */
import * as auth from '../../core/contract/auth';
import type { SignUpBody } from '../../core/contract/auth';
import type { AnswerOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { bridge, callAsPlayer, callOpen } from '../index';
import { currentIds } from '../session/ids';
import { withProof } from '../platform/with-proof';
import type { PuzzleOptions } from '../platform/with-proof';

export const { signOut } = bridge.session;

/** Opens an account and signs in. `problem.errors` holds the platform's words by field. */
export async function signUp(body: SignUpBody, options: PuzzleOptions = {}): Promise<Result<AnswerOf<typeof auth.signUp>>> {
  const { signal } = options;
  const result = await withProof((proof) => callOpen(auth.signUp, { body: { ...body, ...proof }, ...(signal && { signal }) }), options);
  if (result.ok) await bridge.session.enter(result.data);
  return result;
}

/** `username` may also be the e-mail address. On success `data.previousSignIn` says when the account was last signed in to. */
export async function signIn(
  body: { readonly username: string; readonly password: string },
  options: PuzzleOptions = {},
): Promise<Result<AnswerOf<typeof auth.signIn>>> {
  const { signal } = options;
  const result = await withProof((proof) => callOpen(auth.signIn, { body: { ...body, ...proof }, ...(signal && { signal }) }), options);
  if (result.ok) await bridge.session.enter(result.data);
  return result;
}

/**
 * Sends the token from the activation mail, or from the mail to a new address. It works signed out, too; a signed-in player gets a
 * refusal if the link is another player's.
 */
export function activateEmail(token: string): Promise<Result<undefined>> {
  return callOpen(auth.activateEmail, { body: { token }, sessionId: currentIds()?.sessionId ?? null });
}

/** Sends the activation mail again; `data.sentTo` is the masked address. */
export function resendActivation(): Promise<Result<AnswerOf<typeof auth.resendActivation>>> {
  return callAsPlayer(auth.resendActivation, ({ userId }) => ({ params: { userId } }));
}

/** Confirms the password after a refusal with `password-needed`; then the refused call may be made again. */
export function confirmPassword(password: string): Promise<Result<undefined>> {
  return callAsPlayer(auth.confirmPassword, ({ userId }) => ({ params: { userId }, body: { password } }));
}
