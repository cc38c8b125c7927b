/** Recognises a sign-up that arrives twice, because browsers repeat a POST on their own when a connection breaks. */
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { drainBucket, fillBucket } from '../rate-limits/rates';
import { isPasswordUnchanged } from './check-password';
import { getHasher } from './password-hasher';
import type { HashLane, QueueKey } from './password-hasher';
import { OWNS_EMAIL } from './player';
import { openSession } from './sessions';
import type { Device, NewSession } from './sessions';

/** Within this time after a sign-up the same sign-up counts as a repetition. */
const REPEAT_WINDOW_MS = 2 * 60 * 1000;

/**
 * Bounds the wrong passwords for one account from all sources: at most 11, with the one that drains in the meantime. It is
 * separate from the counters of the names, because those would reveal which e-mail and username belong together.
 */
export const REPEAT_LIMIT = { kind: 'repeated-sign-up', leakMs: REPEAT_WINDOW_MS, atOnce: 10 } as const;

export interface OpenedAccount extends NewSession {
  readonly userId: string;
}

interface SignUpNames {
  readonly email: string;
  readonly username: string;
}

/**
 * Opens another session of the account that this same sign-up opened a moment ago: with the same e-mail, username and password.
 * Null makes it a sign-up like any other. It lets nobody in who could not sign in, so it opens none of a closed account.
 */
export async function repeatSignUp(
  platform: Platform,
  names: SignUpNames,
  { password, lane }: { readonly password: string; readonly lane: HashLane },
  device: Device,
): Promise<OpenedAccount | null> {
  const player = await findOpenedAccount(platform, names);
  if (player === undefined || !(await matchesPassword(platform, player, password, { lane, account: names.email }))) return null;
  return transaction(platform.pool, async (tx) => {
    // The account may have been closed while the password was checked.
    if (!(await isPasswordUnchanged(tx, player))) return null;
    return { userId: player.user_id, ...(await openSession(tx, platform, player.user_id, device)) };
  });
}

interface RecentAccount {
  readonly user_id: string;
  readonly password_hash: string;
}

async function findOpenedAccount({ pool, now }: Platform, { email, username }: SignUpNames): Promise<RecentAccount | undefined> {
  const { rows } = await pool.query<RecentAccount>(
    `SELECT user_id, password_hash FROM player WHERE email = $1 AND ${OWNS_EMAIL} AND closed_at IS NULL AND username_key = $2 AND created_at > $3`,
    [email, username, new Date(now().getTime() - REPEAT_WINDOW_MS)],
  );
  return rows[0];
}

/** After too many wrong passwords we check no further ones, and the answer is the same as for a wrong one. */
async function matchesPassword(
  platform: Platform,
  { user_id: userId, password_hash: hash }: RecentAccount,
  password: string,
  queueKey: QueueKey,
): Promise<boolean> {
  const { pool, now } = platform;
  // The attempt is counted before the check, so that simultaneous attempts can't exceed the limit.
  const attempt = await transaction(pool, (tx) => fillBucket(tx, REPEAT_LIMIT, userId, { now: now(), capacity: REPEAT_LIMIT.atOnce }));
  if (attempt.waitSeconds !== null) return false;
  const uncount = () => transaction(pool, (tx) => drainBucket(tx, REPEAT_LIMIT, userId));
  const isMatch = await getHasher(platform).matches(hash, password, queueKey).catch(async (error: unknown) => {
    // The hasher was too busy to check the password, so this was no guess.
    await uncount();
    return treatAsMismatch(error);
  });
  if (isMatch) await uncount();
  return isMatch;
}

/** Treats a full queue as a wrong password, because its error would reveal that the two names belong together. */
function treatAsMismatch(error: unknown): false {
  if (error instanceof ProblemError && error.code === 'too-many-requests') return false;
  throw error;
}
