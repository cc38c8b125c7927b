/** Signing in, and giving the password again. Whoever asks learns nothing about which accounts there are. */
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { SIGN_INS_OF_ADDRESS, clearFailures, countAttempt, takeTry, tooMany } from './attempts';
import { addressSubject } from './names';
import { hasherOf } from './password-hasher';
import { findPlayer, findPlayerByName } from './player';
import type { PlayerRow } from './player';
import { secretHash } from './secrets';
import { endSession, openSession } from './sessions';
import type { Device, NewSession } from './sessions';

export interface SignedIn extends NewSession {
  readonly userId: string;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Checks name and password and opens a session. `replaces` is the hash of the session the same browser had open: it
 * ends. Throws 401 `invalid-credentials`, the same for a wrong password and for an unknown name, and 429 with
 * Retry-After.
 */
export async function signIn(
  platform: Platform,
  { username, password }: Credentials,
  device: Device,
  replaces: string | null,
): Promise<SignedIn> {
  const address = addressSubject(device.address);
  const crowded = await countAttempt(platform.pool, SIGN_INS_OF_ADDRESS, address, platform.now());
  if (crowded !== null) throw tooMany(crowded);
  const player = await findPlayerByName(platform.pool, username);
  const userId = await checkPassword(platform, player, password, unknownSubject(username));
  return transaction(platform.pool, async (tx) => {
    if (replaces !== null) await endSession(tx, replaces, 'signed-out', platform.now());
    return { userId, ...(await openSession(tx, platform, userId, device)) };
  });
}

/** Renews the session for money and play once the player has given the password again. Throws as `signIn`. */
export async function confirmPassword(
  platform: Platform,
  caller: { readonly userId: string; readonly sessionHash: string },
  password: string,
): Promise<void> {
  await requireOwnPassword(platform, caller.userId, password);
  await platform.pool.query('UPDATE session SET last_action_at = $2, last_seen_at = $2, password_at = $2 WHERE session_hash = $1', [
    caller.sessionHash,
    platform.now(),
  ]);
}

/**
 * Looks whether it is this player's password; tries are counted with those at sign-in. Throws 401 `invalid-credentials`
 * and 429 with Retry-After.
 */
export async function requireOwnPassword(platform: Platform, userId: string, password: string): Promise<void> {
  const player = await findPlayer(platform.pool, userId);
  await checkPassword(platform, player, password, unknownSubject(userId));
}

/** A name without an account is counted as well, or a delay would tell that there is one. */
function unknownSubject(name: string): string {
  return `name:${secretHash(name.trim().toLowerCase())}`;
}

/** Exactly one run of the hasher, whether or not there is a player. Gives the userId back. */
async function checkPassword(
  platform: Platform,
  player: PlayerRow | undefined,
  password: string,
  subjectWithoutAccount: string,
): Promise<string> {
  const subject = player === undefined ? subjectWithoutAccount : `player:${player.user_id}`;
  const wait = await takeTry(platform.pool, subject, platform.now());
  if (wait !== null) throw tooMany(wait);
  const fits = await hasherOf(platform).fits(player?.password_hash ?? null, password);
  if (!fits || player === undefined) {
    throw new ProblemError('invalid-credentials', 'That username and password do not go together.');
  }
  if (player.closed_at !== null) throw new ProblemError('account-closed', 'This account is closed.');
  await clearFailures(platform.pool, subject);
  return player.user_id;
}
