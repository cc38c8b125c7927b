/** Requests a move of the account to another e-mail address. `activateEmail` moves it when the link is opened. */
import type { PoolClient } from 'pg';
import { countAttempt, tooManyAttempts } from '../../rate-limits/attempts';
import { transaction } from '../../db/transaction';
import { ProblemError } from '../../http/problem';
import { inboxOf } from '../../mails';
import type { Platform } from '../../platform';
import { secretHash } from '../../secrets';
import { FIRST_MOVE_LIMIT, PLAYER_MOVE_LIMIT, PLAYER_MOVE_TO_EMAIL_LIMIT, EMAIL_MOVE_LIMIT } from '../attempt-limits';
import { checkOwnPassword, requireUnchangedPassword } from '../check-password';
import { voidTokens } from '../mail-tokens';
import { sendAddressInUseMail, sendMoveMail, sendMoveRequestedMail } from '../mails/address-mails';
import { maskEmail, normaliseEmail } from '../names';
import { findPlayerByName, requirePlayer } from '../player';
import type { PlayerRow } from '../player';

/**
 * Sends the link to the new address and informs the old one. An address with another account gets a different mail; the caller's
 * answer is the same. Throws 400 `validation` for the account's own address, 401 `invalid-credentials`, and 429.
 */
export async function changeEmail(
  platform: Platform,
  { userId, sessionHash }: { readonly userId: string; readonly sessionHash: string },
  request: { readonly email: string; readonly password: string },
): Promise<{ sentTo: string }> {
  const { pool } = platform;
  const email = normaliseEmail(request.email);
  const now = platform.now();
  const player = await requirePlayer(pool, userId);
  if (player.email === email) throw sameAddress();
  await checkOwnPassword(platform, player, { password: request.password, sessionHash, field: 'password' });
  const addressee = { userId, email: player.email, firstname: player.firstname };
  await transaction(pool, async (tx) => {
    // Without this check a link that was requested with the old password would survive a new password.
    await requireUnchangedPassword(tx, player, 'password');
    const waitSeconds = await countMove(tx, player, email, now);
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'You have asked for several mails. Check your spam folder, too.');
    await voidTokens(tx, userId, ['move'], now);
    const owner = await findPlayerByName(tx, email);
    if (owner === undefined) await sendMoveMail(tx, platform, { ...addressee, email });
    else await sendAddressInUseMail(tx, platform, { userId: owner.user_id, email, firstname: owner.firstname, isClosed: owner.closed_at !== null });
    // An address that was never confirmed may be a typo and belong to somebody else.
    if (player.email_activated_at !== null) await sendMoveRequestedMail(tx, platform, addressee, email);
  });
  return { sentTo: maskEmail(email) };
}

/** Counts the move. Returns null, or the seconds to wait. */
async function countMove(tx: PoolClient, player: PlayerRow, email: string, now: Date): Promise<number | null> {
  const { user_id: userId, email_activated_at: confirmedAt } = player;
  const emailHash = secretHash(email);
  const playerAndEmail = `${userId} ${emailHash}`;
  const waitSeconds =
    (await countAttempt(tx, PLAYER_MOVE_LIMIT, userId, now)) ??
    (await countAttempt(tx, PLAYER_MOVE_TO_EMAIL_LIMIT, playerAndEmail, now));
  if (waitSeconds !== null) return waitSeconds;
  if (confirmedAt !== null && (await countAttempt(tx, FIRST_MOVE_LIMIT, playerAndEmail, now)) === null) return null;
  return countAttempt(tx, EMAIL_MOVE_LIMIT, secretHash(inboxOf(email)), now);
}

function sameAddress(): ProblemError {
  const message = 'Your account already uses this address.';
  return new ProblemError('validation', message, { detail: message, errors: [{ field: 'email', message }] });
}
