/** Tells a player, at most once a day, that strangers are guessing the password. */
import { DAY_MS } from '../../src/core/time';
import { countAttempt } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { sendGuessingMail } from './mails/password-mails';
import type { PlayerRow } from './player';

/** No player mistypes a password this often in a day. */
export const STRANGER_FAILURE_LIMIT: AttemptLimit = { kind: 'strangers-failures', limit: 100, windowMs: DAY_MS };
const NOTICE_LIMIT: AttemptLimit = { kind: 'guessing-notice', limit: 1, windowMs: DAY_MS };

/**
 * Counts a stranger's wrong password. After very many we send the player a mail, at most one a day. For a name without an account
 * we do the same work and send nothing, so that the time taken reveals nothing.
 */
export async function countStrangerFailure(platform: Platform, account: string, player: PlayerRow | undefined): Promise<void> {
  const now = platform.now();
  if ((await countAttempt(platform.pool, STRANGER_FAILURE_LIMIT, account, now)) === null) return;
  await transaction(platform.pool, async (tx) => {
    if ((await countAttempt(tx, NOTICE_LIMIT, account, now)) !== null) return;
    const isReachable = player !== undefined && player.email_activated_at !== null && player.closed_at === null;
    await sendGuessingMail(tx, platform, isReachable ? { userId: player.user_id, email: player.email, firstname: player.firstname } : null);
  });
}
