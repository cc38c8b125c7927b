/** Recognises a sign-up that arrives twice, because browsers repeat a POST on their own when a connection breaks. */
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { drainBucket, fillBucket } from '../rates';
import { getHasher } from './password-hasher';
import type { HashLane } from './password-hasher';
import { OWNS_EMAIL } from './player';

/** Within this time after a sign-up the same sign-up counts as a repetition. */
const REPEAT_WINDOW_MS = 2 * 60 * 1000;

/**
 * Bounds the wrong passwords for one account from all sources: at most 11, with the one that drains in the meantime. It is
 * separate from the counters of the names, because those would reveal which e-mail and username belong together.
 */
export const REPEAT_LIMIT = { kind: 'repeated-sign-up', leakMs: REPEAT_WINDOW_MS, atOnce: 10 } as const;

/**
 * Finds the player whose account this same sign-up opened a moment ago: with the same e-mail, username and password. Null makes
 * it a sign-up like any other. It lets nobody in who could not sign in. After too many wrong passwords we check no
 * further ones, and the answer is the same as for a wrong one.
 */
export async function findRepeatedSignUp(
  platform: Platform,
  names: { readonly email: string; readonly username: string },
  password: string,
  lane: HashLane,
): Promise<string | null> {
  const { pool, now } = platform;
  const { rows } = await pool.query<{ user_id: string; password_hash: string }>(
    `SELECT user_id, password_hash FROM player WHERE email = $1 AND ${OWNS_EMAIL} AND username_key = $2 AND created_at > $3`,
    [names.email, names.username, new Date(now().getTime() - REPEAT_WINDOW_MS)],
  );
  const [player] = rows;
  if (player === undefined) return null;
  const { user_id: userId, password_hash: hash } = player;
  // The attempt is counted before the check, so that simultaneous attempts can't exceed the limit.
  const attempt = await transaction(pool, (tx) => fillBucket(tx, REPEAT_LIMIT, userId, { now: now(), capacity: REPEAT_LIMIT.atOnce }));
  if (attempt.waitSeconds !== null) return null;
  const uncount = () => transaction(pool, (tx) => drainBucket(tx, REPEAT_LIMIT, userId));
  const isMatch = await getHasher(platform).matches(hash, password, { lane, account: names.email }).catch(async (error: unknown) => {
    // The hasher was too busy to check the password, so this was no guess.
    await uncount();
    return treatAsMismatch(error);
  });
  if (!isMatch) return null;
  await uncount();
  return userId;
}

/** Treats a full queue as a wrong password, because its error would reveal that the two names belong together. */
function treatAsMismatch(error: unknown): false {
  if (error instanceof ProblemError && error.code === 'too-many-requests') return false;
  throw error;
}
