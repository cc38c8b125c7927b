/** A sign-up that arrives twice: browsers send a POST again without telling anyone when a connection breaks. */
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { hasherOf } from './password-hasher';
import type { HashLane } from './password-hasher';
import { HAS_ITS_EMAIL } from './player';
import { fill, takeBack } from './rates';

/** How long after an account was opened the same sign-up again is the same wish, not somebody else's. */
const REPEAT_WINDOW_MS = 2 * 60 * 1000;

/**
 * Wrong passwords of one account, from wherever they come: with the one that runs out in the meantime at most 11. Counted apart
 * from the tries at its names, which would show a stranger which e-mail and username belong together.
 */
export const REPEATS_OF_ACCOUNT = { kind: 'repeated-sign-up', leakMs: REPEAT_WINDOW_MS, atOnce: 10 } as const;

/**
 * The player whose account this very sign-up opened a moment ago: same e-mail, same username, and the password fits. Null
 * when there is none; then it is a sign-up like any other. Whoever gets in by this could have signed in as well. After too many
 * wrong passwords no further one is looked at, and the answer is the same as for another wrong one.
 */
export async function openedByTheSame(
  platform: Platform,
  names: { readonly email: string; readonly username: string },
  password: string,
  lane: HashLane,
): Promise<string | null> {
  const { pool, now } = platform;
  const { rows } = await pool.query<{ user_id: string; password_hash: string }>(
    `SELECT user_id, password_hash FROM player WHERE email = $1 AND ${HAS_ITS_EMAIL} AND username_key = $2 AND created_at > $3`,
    [names.email, names.username, new Date(now().getTime() - REPEAT_WINDOW_MS)],
  );
  const [player] = rows;
  if (player === undefined) return null;
  const { user_id: userId, password_hash: hash } = player;
  // Taken before the password is looked at: many at the same moment can't get past the limit.
  const taken = await transaction(pool, (tx) => fill(tx, REPEATS_OF_ACCOUNT, userId, { now: now(), capacity: REPEATS_OF_ACCOUNT.atOnce }));
  if (taken.waitSeconds !== null) return null;
  const giveBack = () => transaction(pool, (tx) => takeBack(tx, REPEATS_OF_ACCOUNT, userId));
  const isSame = await hasherOf(platform).fits(hash, password, { lane, account: names.email }).catch(async (error: unknown) => {
    // Too many wait: nothing was looked at, so nobody has guessed.
    await giveBack();
    return asNoFit(error);
  });
  if (!isSame) return null;
  await giveBack();
  return userId;
}

/** Too many at once about this account: to say so would tell a stranger that the two names belong together. */
function asNoFit(error: unknown): false {
  if (error instanceof ProblemError && error.code === 'too-many-requests') return false;
  throw error;
}
