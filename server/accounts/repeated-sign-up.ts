/** A sign-up that arrives twice: browsers send a POST again without telling anyone when a connection breaks. */
import type { Platform } from '../platform';
import { hasherOf } from './password-hasher';
import type { HashLane } from './password-hasher';

/** How long after an account was opened the same sign-up again is the same wish, not somebody else's. */
const REPEAT_WINDOW_MS = 2 * 60 * 1000;

/**
 * The player whose account this very sign-up opened a moment ago: same e-mail, same username, and the password fits. Null
 * when there is none; then it is a sign-up like any other. Whoever gets in by this could have signed in as well.
 */
export async function openedByTheSame(
  platform: Platform,
  names: { readonly email: string; readonly username: string },
  password: string,
  lane: HashLane,
): Promise<string | null> {
  const { pool, now } = platform;
  const { rows } = await pool.query<{ user_id: string; password_hash: string }>(
    'SELECT user_id, password_hash FROM player WHERE email = $1 AND username_key = $2 AND created_at > $3',
    [names.email, names.username, new Date(now().getTime() - REPEAT_WINDOW_MS)],
  );
  const [player] = rows;
  if (player === undefined) return null;
  return (await hasherOf(platform).fits(player.password_hash, password, lane)) ? player.user_id : null;
}
