/** A list leaves out cases about somebody who seems to be the admin. Where that is everybody who could decide, an alert says so, once a day. */
import { DAY_MS } from '../../src/core/time';
import { createDecisionContext, findOwnPlayers } from '../four-eyes';
import type { Platform } from '../platform';
import { countAttempt } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';

const ALERT_LIMIT: AttemptLimit = { kind: 'case-hidden-from-all', limit: 1, windowMs: DAY_MS };

/** Raises the alert for those of the players, whose cases were just hidden from one admin, who are hidden from everybody else as well. */
export async function alertWhereNobodySees(platform: Platform, playerIds: readonly string[]): Promise<void> {
  if (playerIds.length === 0) return;
  const { rows } = await platform.readPool.query<{ user_id: string }>(
    `SELECT DISTINCT r.user_id FROM desk_role r JOIN admin a USING (user_id) WHERE r.role IN ('risk', 'owner') AND r.ended_at IS NULL AND a.ended_at IS NULL`,
  );
  let hidden: readonly string[] = playerIds;
  for (const { user_id: adminId } of rows) {
    const own = await findOwnPlayers(platform.readPool, createDecisionContext(platform, adminId), { playerIds: hidden, deviceCookie: null });
    hidden = hidden.filter((playerId) => own.has(playerId));
    if (hidden.length === 0) return;
  }
  for (const playerId of hidden) {
    if ((await countAttempt(platform.pool, ALERT_LIMIT, playerId, platform.now())) === null) platform.log('risk.case-hidden-from-all', { alert: true, playerId });
  }
}
