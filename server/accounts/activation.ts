/** Proving an e-mail address: a token goes there, and who brings it back reads the mails of that address. */
import type { PoolClient } from 'pg';
import { errorCode } from '../db/errors';
import type { Platform } from '../platform';
import { findToken, invalidToken, useUpTokens } from './mail-tokens';
import type { TokenRow } from './mail-tokens';
import { sendMovedMail } from './mails/address-mails';
import { findPlayer } from './player';

const UNIQUE_VIOLATION = '23505';

/**
 * Activates the address a token was sent to, or moves the account there. Throws 400 `token-invalid` for a token that
 * is unknown, used, late, of an address the player has given up or somebody else has taken since, or of another player
 * than the one who is signed in (`callerId`; null = nobody is).
 */
export async function activateEmail(
  tx: PoolClient,
  platform: Pick<Platform, 'config' | 'mailer' | 'now'>,
  token: string,
  callerId: string | null,
): Promise<void> {
  const now = platform.now();
  const found = await findToken(tx, token, ['activate', 'move'], { now, callerId });
  await (found.purpose === 'move' ? move(tx, platform, found) : activate(tx, found, now));
}

async function activate(tx: PoolClient, { user_id: userId, email }: TokenRow, now: Date): Promise<void> {
  const activated = await tx.query(
    `UPDATE player SET email_activated_at = coalesce(email_activated_at, $3), version = version + 1
     WHERE user_id = $1 AND email = $2 AND closed_at IS NULL`,
    [userId, email, now],
  );
  if (activated.rowCount !== 1) throw invalidToken('It was sent to an address that is not yours any more.');
  // All links to this address have done their work, whichever of them was opened.
  await useUpTokens(tx, userId, ['activate'], now);
}

/** Open links that went to the old address, or that move to a third one, are over with it. */
async function move(tx: PoolClient, platform: Pick<Platform, 'config' | 'mailer' | 'now'>, { user_id: userId, email }: TokenRow): Promise<void> {
  const now = platform.now();
  const before = await findPlayer(tx, userId);
  if (before === undefined || before.closed_at !== null) throw invalidToken('The account it belongs to is closed.');
  try {
    await tx.query('UPDATE player SET email = $2, email_activated_at = $3, email_taken_over_at = NULL, version = version + 1 WHERE user_id = $1', [userId, email, now]);
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw invalidToken('Another account uses this address by now.');
  }
  await useUpTokens(tx, userId, ['activate', 'reset', 'move'], now);
  if (before.email_activated_at === null) return;
  await sendMovedMail(tx, platform, { userId, email: before.email, firstname: before.firstname }, email);
}
