/** Ends tries whose time is over before they have decided their draw, and names the next ones. */
import type { PoolClient } from 'pg';
import type { Platform } from '../../platform';
import { isDecided, lockRunningAttempt } from './attempts';
import type { DrawRow } from './draw-rows';
import { drawTransaction } from './draw-transaction';
import { voidAttempt } from './name-attempt';

export async function voidOverdueAttempts(platform: Platform): Promise<void> {
  while (await drawTransaction(platform, voidOneOverdue));
}

/** Returns false where no try is overdue. */
async function voidOneOverdue(tx: PoolClient, platform: Platform): Promise<boolean> {
  const { rows } = await tx.query<DrawRow>(
    `SELECT d.draw_id, d.week, d.closes_at, d.frozen_at FROM draw d JOIN draw_attempt a USING (draw_id)
     WHERE d.drawn_at IS NULL AND d.frozen_at IS NOT NULL AND a.voided_at IS NULL AND a.ends_at <= $1 AND NOT is_draw_decided(d.draw_id)
     LIMIT 1 FOR UPDATE OF d SKIP LOCKED`,
    [platform.now()],
  );
  const [draw] = rows;
  if (draw === undefined) return false;
  const attempt = await lockRunningAttempt(tx, draw.draw_id);
  // While this waited for the lock, the last secret may have come, or another process may have ended the try; the loop looks again.
  if (attempt === null || isDecided(attempt) || attempt.ends_at === null || attempt.ends_at > platform.now()) return true;
  const reason = attempt.source === 'beacon' ? 'beacon-away' : 'not-revealed';
  await voidAttempt(tx, platform, draw, { number: attempt.number, reason });
  return true;
}
