/** Checks passwords. Each check is counted and delayed, and runs the hasher exactly once for known and unknown accounts. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { countStrangerFailure } from './guess-notice';
import { takePasswordAttempt } from './guesses';
import type { AttemptSource } from './guesses';
import { getHasher } from './password-hasher';
import type { QueueKey } from './password-hasher';
import type { PlayerRow } from './player';

/**
 * Returns the subject under which strangers' attempts at a typed name count; it compares names as `findPlayerByName` does. A name
 * without an account counts too, because otherwise a delay would reveal which names have one.
 */
export function nameSubject(name: string): string {
  return `name:${secretHash(name.trim().toLowerCase())}`;
}

/** Returns the subject under which we count an account's failures for the notice to its player; no answer depends on that count. */
function failureSubject({ user_id: userId }: Pick<PlayerRow, 'user_id'>): string {
  return `player:${userId}`;
}

export const wrongCredentials = (): ProblemError => new ProblemError('invalid-credentials', 'That username and password do not match.');

/**
 * Checks a password and returns the userId. Runs the hasher exactly once, also without a player. Throws 401
 * `invalid-credentials` (or `refusal`, for other words), 429 and 503 with Retry-After, and 403 for a closed account.
 */
export async function checkPassword(
  platform: Platform,
  player: PlayerRow | undefined,
  password: string,
  source: AttemptSource,
  refusal: () => ProblemError = wrongCredentials,
): Promise<string> {
  const attempt = await takePasswordAttempt(platform.pool, source, platform.now());
  // Known browsers have a queue of their own, which no flood of strangers' sign-ins can fill.
  const queueKey: QueueKey = source.kind === 'stranger' ? { lane: 'sign-in', account: source.name } : { lane: 'player', account: source.userId };
  const isMatch = await getHasher(platform).matches(player?.password_hash ?? null, password, queueKey).catch(async (error: unknown) => {
    // The hasher was too busy to check the password, so this was no guess.
    await attempt.undo();
    throw error;
  });
  if (!isMatch && source.kind === 'stranger') {
    await countStrangerFailure(platform, player === undefined ? source.name : failureSubject(player), player);
  }
  if (!isMatch || player === undefined) throw refusal();
  if (player.closed_at !== null) throw new ProblemError('account-closed', 'This account is closed.');
  await attempt.clear();
  return player.user_id;
}

/**
 * Checks the password of a signed-in player and puts the error at the form's field. Wrong passwords count for the session, all
 * passwords for the account.
 */
export async function checkOwnPassword(
  platform: Platform,
  player: PlayerRow,
  input: { readonly password: string; readonly sessionHash: string; readonly field: string },
): Promise<void> {
  const { password, sessionHash, field } = input;
  await checkPassword(platform, player, password, { kind: 'session', userId: player.user_id, sessionHash }, () => wrongOwnPassword(field));
}

/** Makes 401 `invalid-credentials` at the field. */
function wrongOwnPassword(field: string): ProblemError {
  const message = 'This is not your password.';
  return new ProblemError('invalid-credentials', message, { detail: message, errors: [{ field, message }] });
}

/**
 * Checks that the password has not changed since `checkOwnPassword` and that the account is open, because hashing takes long. Locks
 * both until the transaction ends. Throws as `checkOwnPassword` does.
 */
export async function requireUnchangedPassword(tx: PoolClient, player: PlayerRow, field: string): Promise<void> {
  if (!(await isPasswordUnchanged(tx, player))) throw wrongOwnPassword(field);
}

/** Compares the stored hash and locks the player's row until the transaction ends. */
export async function isPasswordUnchanged(tx: PoolClient, { user_id: userId, password_hash: hash }: Pick<PlayerRow, 'user_id' | 'password_hash'>): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM player WHERE user_id = $1 AND password_hash = $2 AND closed_at IS NULL FOR SHARE',
    [userId, hash],
  );
  return rowCount === 1;
}
