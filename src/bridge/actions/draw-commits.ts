/** The secrets by which two admins decide a draw. A secret is made and kept by this browser, and leaves it when it is revealed. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { commitDrawSecret, listAdminDraws, revealDrawSecret } from '../../core/contract/draw-commits';
import type { AdminDraw } from '../../core/contract/draw-commits';
import { secretCommitOf } from '../../core/draw-secret';
import type { Result } from '../../core/errors';
import { hexOf } from '../../core/fairness/ascii';
import { drawSecretOf, dropDrawSecret, keepDrawSecret } from '../../data/draw-secrets';
import { callAsPlayer, database } from '../index';

export type { AdminDraw };
export type AdminDraws = AnswerOf<typeof listAdminDraws>;

const SECRET_BYTES = 16;
/** With these the platform has looked at a commit and does not take it. After any other failure an earlier try may have brought it there. */
const COMMIT_REFUSALS: readonly string[] = ['conflict', 'not-counted', 'not-found', 'validation'];

export function loadAdminDraws(signal?: AbortSignal): Promise<Result<AdminDraws>> {
  return callAsPlayer(listAdminDraws, () => ({ ...(signal && { signal }) }));
}

/** Makes a secret of 128 random bits. */
export function newDrawSecret(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Keeps the secret in this browser, then sends its commit; sent again, it is the same one. */
export async function commitToDraw({ drawId, attempt }: AdminDraw, secret: string): Promise<Result<AdminDraw>> {
  const commit = secretCommitOf(secret);
  await keepDrawSecret(database, { commit, secret });
  const result = await callAsPlayer(commitDrawSecret, () => ({ params: { drawId }, body: { attempt, commit } }));
  const code = result.ok ? undefined : result.error.problem?.code;
  if (code !== undefined && COMMIT_REFUSALS.includes(code)) await dropDrawSecret(database, commit);
  return result;
}

/** The secret of a commit, where this browser made it and still has it. */
export function storedDrawSecret(commit: string): Promise<string | null> {
  return drawSecretOf(database, commit);
}

export async function revealToDraw({ drawId, attempt }: AdminDraw, secret: string): Promise<Result<AdminDraw>> {
  const result = await callAsPlayer(revealDrawSecret, () => ({ params: { drawId }, body: { attempt, secret } }));
  if (result.ok) await dropDrawSecret(database, secretCommitOf(secret));
  return result;
}
