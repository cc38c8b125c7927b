/** Sends the mail that confirms an address again, for the player or for somebody of the team. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import { countUnconfirmedMail } from '../mails';
import type { Platform } from '../platform';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import { DAILY_ACTIVATION_MAIL_LIMIT, HOURLY_ACTIVATION_MAIL_LIMIT } from './attempt-limits';
import { sendActivationMail } from './mails/address-mails';
import { requirePlayer } from './player';

/** Returns the address. Throws `conflict` where it is confirmed, and 429 after many mails. */
export async function resendActivationMail(tx: PoolClient, platform: Platform, userId: string): Promise<string> {
  const player = await requirePlayer(tx, userId);
  if (player.email_activated_at !== null) throw new ProblemError('conflict', 'Your e-mail address is already confirmed.');
  const now = platform.now();
  const waitSeconds =
    (await countAttempt(tx, HOURLY_ACTIVATION_MAIL_LIMIT, player.user_id, now)) ??
    (await countAttempt(tx, DAILY_ACTIVATION_MAIL_LIMIT, player.user_id, now));
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'We have sent you several mails. Check your spam folder, too.');
  const mailboxWaitSeconds = await countUnconfirmedMail(tx, player.email, now);
  if (mailboxWaitSeconds !== null) throw tooManyAttempts(mailboxWaitSeconds, 'This address has got several mails from us. Wait a little, then ask again.');
  await sendActivationMail(tx, platform, { userId: player.user_id, email: player.email, firstname: player.firstname });
  return player.email;
}
