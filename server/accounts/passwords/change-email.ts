/** Asking to move the account to another e-mail address. `activateEmail` moves it once the link there is opened. */
import type { PoolClient } from 'pg';
import { countAttempt, tooManyAttempts } from '../../attempts';
import { transaction } from '../../db/transaction';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';
import { secretHash } from '../../secrets';
import { FIRST_MOVE_TO_EMAIL, MOVES_OF_PLAYER, MOVES_OF_PLAYER_TO_EMAIL, MOVES_TO_EMAIL } from '../attempts';
import { checkOwnPassword, requireStillOwn } from '../check-password';
import { useUpTokens } from '../mail-tokens';
import { sendAddressInUseMail, sendMoveAskedMail, sendMoveMail } from '../mails/address-mails';
import { maskEmail, normaliseEmail } from '../names';
import { findPlayer, findPlayerByName } from '../player';
import type { PlayerRow } from '../player';

/**
 * Sends the link to the new address, and tells the old one. An address that has an account already gets a mail that says
 * so; whoever asks hears the same either way. Throws 400 `validation` for the address the account has, 401
 * `invalid-credentials`, 429.
 */
export async function changeEmail(
  platform: Platform,
  { userId, sessionHash }: { readonly userId: string; readonly sessionHash: string },
  asked: { readonly email: string; readonly password: string },
): Promise<{ sentTo: string }> {
  const { pool } = platform;
  const email = normaliseEmail(asked.email);
  const now = platform.now();
  const player = await findPlayer(pool, userId);
  if (player === undefined) throw new Error('a session belongs to a player');
  if (player.email === email) throw sameAddress();
  await checkOwnPassword(platform, player, { password: asked.password, sessionHash, field: 'password' });
  const me = { userId, email: player.email, firstname: player.firstname };
  await transaction(pool, async (tx) => {
    // Or a link that was asked for with the old password would outlive its change.
    await requireStillOwn(tx, player, 'password');
    const wait = await countMove(tx, player, email, now);
    if (wait !== null) throw tooManyAttempts(wait, 'This was asked for several times. Look at your spam folder, too.');
    await useUpTokens(tx, userId, ['move'], now);
    const owner = await findPlayerByName(tx, email);
    if (owner === undefined) await sendMoveMail(tx, platform, { ...me, email });
    else await sendAddressInUseMail(tx, platform, { userId: owner.user_id, email, firstname: owner.firstname });
    // An address that was never confirmed may be a typo's, somebody else's.
    if (player.email_activated_at !== null) await sendMoveAskedMail(tx, platform, me, email);
  });
  return { sentTo: maskEmail(email) };
}

/** Null, or the seconds to wait. */
async function countMove(tx: PoolClient, player: PlayerRow, email: string, now: Date): Promise<number | null> {
  const { user_id: userId, email_activated_at: confirmedAt } = player;
  const there = secretHash(email);
  const fromHere = `${userId} ${there}`;
  const wait = (await countAttempt(tx, MOVES_OF_PLAYER, userId, now)) ?? (await countAttempt(tx, MOVES_OF_PLAYER_TO_EMAIL, fromHere, now));
  if (wait !== null) return wait;
  if (confirmedAt !== null && (await countAttempt(tx, FIRST_MOVE_TO_EMAIL, fromHere, now)) === null) return null;
  return countAttempt(tx, MOVES_TO_EMAIL, there, now);
}

function sameAddress(): ProblemError {
  const message = 'This is the address that your account has already.';
  return new ProblemError('validation', message, { detail: message, errors: [{ field: 'email', message }] });
}
