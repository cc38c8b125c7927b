/** Sets a new password for a player who has lost theirs and can read the account's mails. */
import type { PoolClient } from 'pg';
import type { Proof } from '../../../src/core/contract/proof-of-work';
import { HOUR_MS } from '../../../src/core/time';
import { countAttempt, tooManyAttempts } from '../../rate-limits/attempts';
import type { AttemptLimit } from '../../rate-limits/attempts';
import { transaction } from '../../db/transaction';
import { addressSubject } from '../../http/addresses';
import { inboxOf } from '../../mails';
import type { Platform } from '../../platform';
import { fillBucket } from '../../rate-limits/rates';
import { secretHash } from '../../secrets';
import { clearFailures } from '../failure-delays';
import { RESET_GATE, passGate } from '../busy-gate';
import { nameSubject } from '../check-password';
import { strangerSubject } from '../guesses';
import { deleteDevices, findKnownDevice, rememberDevice } from '../known-devices';
import { invalidToken, requireToken, voidTokens } from '../mail-tokens';
import { sendPasswordChangedMail, sendResetMail } from '../mails/password-mails';
import { normaliseEmail } from '../names';
import { getHasher } from '../password-hasher';
import { findPlayerByName } from '../player';
import { endSessions } from '../sessions';
import type { Device } from '../sessions';
import { markOwnPasswordSet, refuseWeakPassword } from './set-password';

/** Bounds the requests for one e-mail from one network. */
export const NETWORK_RESET_LIMIT: AttemptLimit = { kind: 'reset-email', limit: 4, windowMs: HOUR_MS };
/** Bounds those from one known device; it is separate, so that strangers can't use up the player's requests. */
const DEVICE_RESET_LIMIT: AttemptLimit = { ...NETWORK_RESET_LIMIT, kind: 'reset-device' };
/**
 * Bounds those from all networks together. Where strangers use it up, the player's mailbox always holds a working link, since we
 * send one every half hour and each works for an hour.
 */
const EMAIL_RESET_LIMIT = { kind: 'reset-email-all', leakMs: HOUR_MS / 2, atOnce: 6 } as const;

/**
 * Sends the mail with the link where an open account has this address. The answer does not reveal that: known and unknown
 * addresses cost the same statements, random numbers, letters and counters. Throws 429 with Retry-After (`proof-of-work` from a
 * busy address) for both alike.
 */
export async function requestPasswordReset(
  platform: Platform,
  request: { readonly email: string; readonly proof?: Proof | undefined },
  device: Device,
): Promise<void> {
  const { pool } = platform;
  const email = normaliseEmail(request.email);
  const now = platform.now();
  const owner = await findPlayerByName(pool, email);
  const player = owner === undefined || owner.closed_at !== null ? null
    : { userId: owner.user_id, firstname: owner.firstname, isConfirmed: owner.email_activated_at !== null };
  const deviceHash = await findKnownDevice(pool, player?.userId ?? email, device, now);
  if (deviceHash === null) await passGate(platform, RESET_GATE, { address: device.address, topic: email, proof: request.proof });
  await transaction(pool, async (tx) => {
    const waitSeconds = await countReset(tx, email, { deviceHash, subject: addressSubject(device.address), now });
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'You have asked for several links. Check your spam folder, too: each link works for an hour.');
    await sendResetMail(tx, platform, player, email);
  });
}

/** Counts the request. Returns null, or the seconds to wait. */
async function countReset(
  tx: PoolClient,
  email: string,
  { deviceHash, subject, now }: { readonly deviceHash: string | null; readonly subject: string; readonly now: Date },
): Promise<number | null> {
  if (deviceHash !== null) return countAttempt(tx, DEVICE_RESET_LIMIT, deviceHash, now);
  const inbox = secretHash(inboxOf(email));
  const waitSeconds = await countAttempt(tx, NETWORK_RESET_LIMIT, `${inbox}@${subject}`, now);
  if (waitSeconds !== null) return waitSeconds;
  return (await fillBucket(tx, EMAIL_RESET_LIMIT, inbox, { now, capacity: EMAIL_RESET_LIMIT.atOnce })).waitSeconds;
}

/**
 * Sets the password with the token from the mail. This ends every session, voids the other links, deletes the failures from this
 * network address, confirms the e-mail and makes this browser the only known device. Returns the secret for the browser's cookie. Throws 400
 * `token-invalid` (see `requireToken`) and 400 `weak-password`, after which the link still works.
 */
export async function resetPassword(
  platform: Platform,
  { token, password }: { readonly token: string; readonly password: string },
  callerId: string | null,
  device: Device,
): Promise<string> {
  const { pool } = platform;
  const tokenOptions = { now: platform.now(), callerId };
  const checkedToken = await transaction(pool, (tx) => requireToken(tx, token, ['reset'], tokenOptions));
  await refuseWeakPassword(platform, checkedToken.user_id, password);
  // Hashing takes long, so it runs outside the transaction and holds no locks.
  const hash = await getHasher(platform).hash(password, { lane: 'mail-link', account: checkedToken.user_id });
  return transaction(pool, async (tx) => {
    const now = platform.now();
    const { user_id: userId, email } = await requireToken(tx, token, ['reset'], { now, callerId });
    const { rows } = await tx.query<{ username: string }>(
      `UPDATE player SET password_hash = $3, email_activated_at = coalesce(email_activated_at, $4),
         email_taken_over_at = CASE WHEN email_activated_at IS NULL THEN $4 ELSE email_taken_over_at END, version = version + 1
       WHERE user_id = $1 AND email = $2 AND closed_at IS NULL RETURNING username`,
      [userId, email, hash, now],
    );
    const [player] = rows;
    if (player === undefined) throw invalidToken('The account does not use this address any more.');
    await markOwnPasswordSet(tx, userId);
    await voidTokens(tx, userId, ['activate', 'reset', 'move'], now);
    await endSessions(tx, userId, null, 'password-changed', now, device);
    for (const name of [player.username, email]) await clearFailures(tx, strangerSubject(nameSubject(name), device.address));
    await deleteDevices(tx, userId);
    await sendPasswordChangedMail(tx, platform, { userId, by: 'reset', userAgent: device.userAgent });
    return rememberDevice(tx, platform, userId, device);
  });
}
