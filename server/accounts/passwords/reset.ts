/** A new password for somebody who has lost theirs and reads the account's mails. */
import type { PoolClient } from 'pg';
import type { Proof } from '../../../src/core/contract/proof-of-work';
import { countAttempt, tooManyAttempts } from '../../attempts';
import type { AttemptLimit } from '../../attempts';
import { transaction } from '../../db/transaction';
import { addressSubject } from '../../http/addresses';
import type { Platform } from '../../platform';
import { secretHash } from '../../secrets';
import { clearFailures } from '../attempts';
import { RESETS, enter } from '../busy-gate';
import { nameSubject } from '../check-password';
import { strangerSubject } from '../guesses';
import { findKnownDevice, forgetDevices, rememberDevice } from '../known-devices';
import { findToken, invalidToken, useUpTokens } from '../mail-tokens';
import { sendPasswordChangedMail, sendResetMail } from '../mails/password-mails';
import { normaliseEmail } from '../names';
import { hasherOf } from '../password-hasher';
import { findPlayerByName } from '../player';
import { fill } from '../rates';
import { endSessionsOf } from '../sessions';
import type { Device } from '../sessions';
import { ownPasswordIsSet, refuseWeakPassword } from './set-password';

const HOUR_MS = 60 * 60_000;
/** Of one address of mail, asked for from one network. */
export const RESETS_OF_EMAIL: AttemptLimit = { kind: 'reset-email', limit: 4, windowMs: HOUR_MS };
/** And by one known device: strangers don't use up what the player has there. */
const RESETS_OF_DEVICE: AttemptLimit = { ...RESETS_OF_EMAIL, kind: 'reset-device' };
/**
 * And from all networks together. Where strangers ask for all of these, a link that works is in the player's mails at any moment:
 * one is sent every half hour, and each works for an hour.
 */
const RESETS_TO_EMAIL = { kind: 'reset-email-all', leakMs: HOUR_MS / 2, atOnce: 6 } as const;

/**
 * Sends the mail with the link, if there is an open account with this address. Nobody can tell whether there is: the same
 * statements, draws and letters for everybody, and the counters are written either way. Throws 429 with Retry-After (from a
 * busy address `proof-of-work`), for known and unknown ones alike.
 */
export async function requestPasswordReset(
  platform: Platform,
  asked: { readonly email: string; readonly proof?: Proof | undefined },
  device: Device,
): Promise<void> {
  const { pool } = platform;
  const email = normaliseEmail(asked.email);
  const now = platform.now();
  const found = await findPlayerByName(pool, email);
  const player = found === undefined || found.closed_at !== null ? null
    : { userId: found.user_id, firstname: found.firstname, isConfirmed: found.email_activated_at !== null };
  const knownDevice = await findKnownDevice(pool, player?.userId ?? email, device, now);
  if (knownDevice === null) await enter(platform, RESETS, { address: device.address, about: email, proof: asked.proof });
  await transaction(pool, async (tx) => {
    const wait = await countReset(tx, email, { device: knownDevice, place: addressSubject(device.address), now });
    if (wait !== null) throw tooManyAttempts(wait, 'This was asked for several times. Look at your spam folder, too: each link works for an hour.');
    await sendResetMail(tx, platform, player, email);
  });
}

/** Returns null, or the seconds to wait. */
async function countReset(
  tx: PoolClient,
  email: string,
  { device, place, now }: { readonly device: string | null; readonly place: string; readonly now: Date },
): Promise<number | null> {
  if (device !== null) return countAttempt(tx, RESETS_OF_DEVICE, device, now);
  const wait = await countAttempt(tx, RESETS_OF_EMAIL, `${secretHash(email)}@${place}`, now);
  if (wait !== null) return wait;
  return (await fill(tx, RESETS_TO_EMAIL, secretHash(email), { now, capacity: RESETS_TO_EMAIL.atOnce })).waitSeconds;
}

/**
 * Sets the password with the token from the mail: every session ends, every other link that was open stops working, the
 * failures before it don't count any more here, and the address is proven. The browser is known from then on, and no other:
 * gives back the secret for its cookie. Throws 400 `token-invalid` (see `findToken`) and
 * 400 `weak-password`; after the latter the link still works.
 */
export async function resetPassword(
  platform: Platform,
  { token, password }: { readonly token: string; readonly password: string },
  callerId: string | null,
  device: Device,
): Promise<string> {
  const { pool } = platform;
  const look = { now: platform.now(), callerId };
  const seen = await transaction(pool, (tx) => findToken(tx, token, ['reset'], look));
  await refuseWeakPassword(platform, seen.user_id, password);
  // Before the transaction: hashing takes long, and nobody else should wait for it.
  const hash = await hasherOf(platform).hash(password, { lane: 'mail-link', account: seen.user_id });
  return transaction(pool, async (tx) => {
    const now = platform.now();
    const { user_id: userId, email } = await findToken(tx, token, ['reset'], { now, callerId });
    const { rows } = await tx.query<{ username: string }>(
      `UPDATE player SET password_hash = $3, email_activated_at = coalesce(email_activated_at, $4),
         email_taken_over_at = CASE WHEN email_activated_at IS NULL THEN $4 ELSE email_taken_over_at END, version = version + 1
       WHERE user_id = $1 AND email = $2 AND closed_at IS NULL RETURNING username`,
      [userId, email, hash, now],
    );
    const [player] = rows;
    if (player === undefined) throw invalidToken('The account does not use this address any more.');
    await ownPasswordIsSet(tx, userId);
    await useUpTokens(tx, userId, ['activate', 'reset', 'move'], now);
    await endSessionsOf(tx, userId, null, 'password-changed', now, device);
    for (const name of [player.username, email]) await clearFailures(tx, strangerSubject(nameSubject(name), device.address));
    await forgetDevices(tx, userId);
    await sendPasswordChangedMail(tx, platform, { userId, by: 'reset', userAgent: device.userAgent });
    return rememberDevice(tx, platform, userId, device);
  });
}
