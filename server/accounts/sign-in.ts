/** Signing in, and giving the password again. Whoever asks learns nothing about which accounts there are. */
import { transaction } from '../db/transaction';
import { sendNewDeviceMail } from '../mails/password-mails';
import type { Platform } from '../platform';
import { SIGN_INS_OF_ADDRESS, countAttempt, tooMany } from './attempts';
import { checkPassword, doNotFit, isUnchanged, unknownSubject } from './check-password';
import { addressSubject } from './names';
import { findPlayer, findPlayerByName } from './player';
import { endSession, openSession } from './sessions';
import type { Device, NewSession } from './sessions';
import { placeWords } from './whereabouts';

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
    // Where it was changed, or the account closed, in the meantime, no session may come of it: those that there were have
    // just been ended.
    if (!(await isUnchanged(tx, { user_id: userId, password_hash: player?.password_hash ?? '' }))) throw doNotFit();
    if (replaces !== null) await endSession(tx, replaces, 'signed-out', platform.now());
    const session = await openSession(tx, platform, userId, device);
    if (session.isNewDevice) {
      const place = device.place === undefined ? null : placeWords(device.place);
      await sendNewDeviceMail(tx, platform, { userId, userAgent: device.userAgent, place });
    }
    return { userId, ...session };
  });
}

/** Renews the session for money and play once the player has given the password again. Throws as `signIn`. */
export async function confirmPassword(
  platform: Platform,
  caller: { readonly userId: string; readonly sessionHash: string },
  password: string,
): Promise<void> {
  const player = await findPlayer(platform.pool, caller.userId);
  await checkPassword(platform, player, password, unknownSubject(caller.userId));
  await platform.pool.query('UPDATE session SET last_action_at = $2, last_seen_at = $2, password_at = $2 WHERE session_hash = $1', [
    caller.sessionHash,
    platform.now(),
  ]);
}
