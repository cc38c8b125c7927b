import { DAY_MS } from '../../../src/core/time';
import { onDepositEnded } from '../../bonuses';
import { transaction } from '../../db/transaction';
import { measure } from '../../measurements';
import type { Platform } from '../../platform';
import { addStep, setState } from './deposit-rows';

const BATCH = 20;
/** Another process with another configuration may still know the gateway, so it gets this time to ask first. */
const OTHER_PROCESS_GRACE_MS = DAY_MS;

/**
 * Expires deposits whose gateway is not configured any more. Nobody can be asked about them, so they end by their age; otherwise the
 * player would wait for ever. Staff handle money that still arrives, as after any end.
 */
export async function expireWithoutGateway(platform: Pick<Platform, 'pool' | 'now' | 'gateways' | 'log'>): Promise<void> {
  const now = platform.now();
  const expiredDeposits = await transaction(platform.pool, async (tx) => {
    const { rows } = await tx.query<{ deposit_id: string; user_id: string; gateway: string; created_at: Date }>(
      `SELECT deposit_id, user_id, gateway, created_at FROM deposit WHERE state = 'pending' AND closes_at <= $1 AND gateway <> ALL($2)
       ORDER BY check_after LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [new Date(now.getTime() - OTHER_PROCESS_GRACE_MS), platform.gateways.all.map(({ name }) => name)],
    );
    for (const { deposit_id: depositId, user_id: userId } of rows) {
      await setState(tx, depositId, 'expired', now, null);
      await addStep(tx, depositId, 'expired', now);
      await onDepositEnded(tx, { userId, depositId, at: now });
    }
    return rows;
  });
  for (const { deposit_id: depositId, gateway, created_at: createdAt } of expiredDeposits) {
    platform.log('deposit.gateway-gone', { alert: true, depositId, gateway });
    // The configuration knows the gateway no more, so its name is no label.
    measure('deposit.ended', { gateway: 'gone', outcome: 'expired', seconds: (now.getTime() - createdAt.getTime()) / 1_000 });
  }
}
