/** Begins the time in which the two admins who decide a draw must reveal their secrets. */
import type { PoolClient } from 'pg';
import { HOUR_MS } from '../../../src/core/time';
import type { Platform } from '../../platform';
import type { Attempt } from './attempts';
import type { DrawRow } from './draw-rows';
import { sendRevealMails } from './team-mails';

/** The two who have committed must reveal their secrets within this time. */
export const REVEAL_MS = 24 * HOUR_MS;

/**
 * Begins that time where two have committed, and raises an alert where they have not. The entries are frozen, and the caller has locked the try.
 * So it is called twice in the life of a try: when the entries are frozen, and when somebody commits after that.
 */
export async function beginRevealOnceCommitted(
  tx: PoolClient,
  platform: Platform,
  { draw_id: drawId, week }: Pick<DrawRow, 'draw_id' | 'week'>,
  { number, commits }: Pick<Attempt, 'number' | 'commits'>,
): Promise<void> {
  if (commits.length < 2) {
    platform.log('draw.waits-for-commits', { alert: true, drawId, commits: commits.length });
    return;
  }
  const until = new Date(platform.now().getTime() + REVEAL_MS);
  await tx.query('UPDATE draw_attempt SET ends_at = $3 WHERE draw_id = $1 AND number = $2', [drawId, number, until]);
  await sendRevealMails(tx, platform, { userIds: commits.map(({ userId }) => userId), week, until });
}
