/** A new password for somebody who has lost theirs and reads the account's mails. */
import { transaction } from '../../db/transaction';
import { sendPasswordChangedMail, sendResetMail } from '../../mails/password-mails';
import type { Platform } from '../../platform';
import { RESETS_OF_ADDRESS, RESETS_OF_EMAIL, clearFailures, countAttempt, tooMany } from '../attempts';
import { failureSubject } from '../check-password';
import { findToken, invalidToken, useUpTokens } from '../mail-tokens';
import { addressSubject, normaliseEmail } from '../names';
import { hasherOf } from '../password-hasher';
import { findPlayerByName } from '../player';
import { secretHash } from '../secrets';
import { endSessionsOf } from '../sessions';
import type { Device } from '../sessions';
import { refuseWeakPassword } from './set-password';

/**
 * Sends the mail with the link, if there is an open account with this address. Nobody can tell whether there is: the same
 * statements, draws and letters for everybody, and the counters are written either way. Throws 429 with Retry-After,
 * for known and unknown ones alike.
 */
export async function requestPasswordReset(platform: Platform, typed: string, device: Device): Promise<void> {
  const { pool } = platform;
  const email = normaliseEmail(typed);
  const now = platform.now();
  const crowded = await countAttempt(pool, RESETS_OF_ADDRESS, addressSubject(device.address), now);
  if (crowded !== null) throw tooMany(crowded);
  const found = await findPlayerByName(pool, email);
  const player = found === undefined || found.closed_at !== null ? null : { userId: found.user_id, firstname: found.firstname };
  await transaction(pool, async (tx) => {
    const wait = await countAttempt(tx, RESETS_OF_EMAIL, secretHash(email), now);
    if (wait !== null) throw tooMany(wait, 'This was asked for several times. Look at your spam folder, too.');
    await sendResetMail(tx, platform, player, email);
  });
}

/**
 * Sets the password with the token from the mail: every session ends, every other link that was open stops working, the
 * failures before it don't count any more, and the address is proven. Throws 400 `token-invalid` (see `findToken`) and
 * 400 `weak-password`; after the latter the link still works.
 */
export async function resetPassword(
  platform: Platform,
  { token, password }: { readonly token: string; readonly password: string },
  callerId: string | null,
  device: Device,
): Promise<void> {
  const { pool } = platform;
  const look = { now: platform.now(), callerId };
  const seen = await transaction(pool, (tx) => findToken(tx, token, ['reset'], look));
  await refuseWeakPassword(platform, seen.user_id, password);
  // Before the transaction: hashing takes long, and nobody else should wait for it.
  const hash = await hasherOf(platform).hash(password);
  await transaction(pool, async (tx) => {
    const now = platform.now();
    const { user_id: userId, email } = await findToken(tx, token, ['reset'], { now, callerId });
    const { rowCount } = await tx.query(
      `UPDATE player SET password_hash = $3, email_activated_at = coalesce(email_activated_at, $4), version = version + 1
       WHERE user_id = $1 AND email = $2 AND closed_at IS NULL`,
      [userId, email, hash, now],
    );
    if (rowCount !== 1) throw invalidToken('The account does not use this address any more.');
    await useUpTokens(tx, userId, ['activate', 'reset', 'move'], now);
    await endSessionsOf(tx, userId, null, 'password-changed', now, device);
    await clearFailures(tx, failureSubject({ user_id: userId }));
    await sendPasswordChangedMail(tx, platform, { userId, by: 'reset', userAgent: device.userAgent });
  });
}
