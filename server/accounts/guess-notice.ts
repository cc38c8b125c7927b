/** Telling the player that strangers keep trying their password, seldom. */
import { countAttempt } from '../attempts';
import type { AttemptLimit } from '../attempts';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { sendGuessingMail } from './mails/password-mails';
import type { PlayerRow } from './player';

const DAY_MS = 24 * 60 * 60_000;
/** Nobody forgets a password this often in a day. */
export const STRANGERS_FAILURES: AttemptLimit = { kind: 'strangers-failures', limit: 100, windowMs: DAY_MS };
const NOTICES: AttemptLimit = { kind: 'guessing-notice', limit: 1, windowMs: DAY_MS };

/**
 * Counts a wrong password that came from a stranger; after very many a mail goes to the player, at most one a day. For a name
 * without an account the same is done, and nothing is sent.
 */
export async function noteStrangersFailure(platform: Platform, account: string, player: PlayerRow | undefined): Promise<void> {
  const now = platform.now();
  if ((await countAttempt(platform.pool, STRANGERS_FAILURES, account, now)) === null) return;
  await transaction(platform.pool, async (tx) => {
    if ((await countAttempt(tx, NOTICES, account, now)) !== null) return;
    const isReachable = player !== undefined && player.email_activated_at !== null && player.closed_at === null;
    await sendGuessingMail(tx, platform, isReachable ? { userId: player.user_id, email: player.email, firstname: player.firstname } : null);
  });
}
