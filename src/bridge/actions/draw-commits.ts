/**
 * Commits and reveals the secrets by which two admins decide a draw. This browser makes and stores a secret, and sends it only
 * to reveal it.
 */
import type { AnswerOf } from '../../core/contract/endpoint';
import { commitDrawSecret, listAdminDraws, revealDrawSecret } from '../../core/contract/draw-commits';
import type { AdminDraw } from '../../core/contract/draw-commits';
import { secretCommitOf } from '../../core/draw-secret';
import type { Result } from '../../core/errors';
import { hexOf } from '../../core/fairness/ascii';
import { drawSecretOf, dropDrawSecret, keepDrawSecret } from '../../data/draw-secrets';
import { database } from '../index';
import { callAtDesk } from './desk-call';

export type { AdminDraw };
export type AdminDraws = AnswerOf<typeof listAdminDraws>;

const SECRET_BYTES = 16;
/**
 * With one of these codes the platform has read the commit and refuses it. After any other failure it may have the commit from
 * an earlier try.
 */
const COMMIT_REFUSALS: readonly string[] = ['conflict', 'not-counted', 'not-found', 'validation'];

export function loadAdminDraws(signal?: AbortSignal): Promise<Result<AdminDraws>> {
  return callAtDesk(listAdminDraws, () => ({ ...(signal && { signal }) }));
}

/** Makes a secret of 128 random bits. */
export function newDrawSecret(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Stores the secret in this browser, then sends its commit. A second try with the same secret sends the same commit. */
export async function commitToDraw({ drawId, attempt }: AdminDraw, secret: string): Promise<Result<AdminDraw>> {
  const commit = secretCommitOf(secret);
  await keepDrawSecret(database, { commit, secret });
  const result = await callAtDesk(commitDrawSecret, () => ({ params: { drawId }, body: { attempt, commit } }));
  const code = result.ok ? undefined : result.error.problem?.code;
  if (code !== undefined && COMMIT_REFUSALS.includes(code)) await dropDrawSecret(database, commit);
  return result;
}

/** Reads the secret of a commit; null where this browser did not make it, or has lost it. */
export function storedDrawSecret(commit: string): Promise<string | null> {
  return drawSecretOf(database, commit);
}

export async function revealToDraw({ drawId, attempt }: AdminDraw, secret: string): Promise<Result<AdminDraw>> {
  const result = await callAtDesk(revealDrawSecret, () => ({ params: { drawId }, body: { attempt, secret } }));
  if (result.ok) await dropDrawSecret(database, secretCommitOf(secret));
  return result;
}
