/** Proves an e-mail address: we send a token there, and whoever returns it can read that address's mails. */
import type { PoolClient } from 'pg';
import { isUniqueViolation } from '../db/errors';
import type { Platform } from '../platform';
import { invalidToken, requireToken, voidTokens } from './mail-tokens';
import type { TokenRow } from './mail-tokens';
import { sendMovedMail } from './mails/address-mails';
import { findPlayer } from './player';

/**
 * Confirms the address that a token was sent to, or moves the account there. Throws 400 `token-invalid` for a token that is
 * unknown, used or expired, whose address the player has left or another account has taken, or that belongs to another player
 * than the one who is signed in (`callerId`; null where nobody is). Returns the id of the account.
 */
export async function activateEmail(
  tx: PoolClient,
  platform: Pick<Platform, 'config' | 'mailer' | 'now'>,
  token: string,
  callerId: string | null,
): Promise<string> {
  const now = platform.now();
  const tokenRow = await requireToken(tx, token, ['activate', 'move'], { now, callerId });
  await (tokenRow.purpose === 'move' ? moveEmail(tx, platform, tokenRow) : confirmEmail(tx, tokenRow, now));
  return tokenRow.user_id;
}

async function confirmEmail(tx: PoolClient, { user_id: userId, email }: TokenRow, now: Date): Promise<void> {
  const activated = await tx.query(
    `UPDATE player SET email_activated_at = coalesce(email_activated_at, $3), version = version + 1
     WHERE user_id = $1 AND email = $2 AND closed_at IS NULL`,
    [userId, email, now],
  );
  if (activated.rowCount !== 1) throw invalidToken('We sent it to an address that your account does not use any more.');
  // The address is confirmed now, so no other link to it is needed.
  await voidTokens(tx, userId, ['activate'], now);
}

/** Moves the account to the new address. Voids links to the old address and links that move to a third one. */
async function moveEmail(tx: PoolClient, platform: Pick<Platform, 'config' | 'mailer' | 'now'>, { user_id: userId, email }: TokenRow): Promise<void> {
  const now = platform.now();
  const playerBefore = await findPlayer(tx, userId);
  if (playerBefore === undefined || playerBefore.closed_at !== null) throw invalidToken('The account it belongs to is closed.');
  try {
    await tx.query('UPDATE player SET email = $2, email_activated_at = $3, email_taken_over_at = NULL, version = version + 1 WHERE user_id = $1', [userId, email, now]);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalidToken('Another account uses this address now.');
  }
  await voidTokens(tx, userId, ['activate', 'reset', 'move'], now);
  if (playerBefore.email_activated_at === null) return;
  await sendMovedMail(tx, platform, { userId, email: playerBefore.email, firstname: playerBefore.firstname }, email);
}
