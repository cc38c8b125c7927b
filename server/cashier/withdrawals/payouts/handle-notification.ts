import type { Platform } from '../../../platform';
import type { GatewayNotification } from '../../notifications/notification';
import { withdrawalByReference } from '../withdrawal-rows';
import { settleWithdrawal } from './settle-withdrawal';

const RECHECK_DELAY_MS = 5_000;

/** Asks the gateway about the payout of a notification. */
export async function handlePayoutNotification(platform: Platform, { gateway, reference, event }: GatewayNotification): Promise<void> {
  const row = await withdrawalByReference(platform.pool, reference);
  if (row === null || row.gateway !== gateway) {
    // The notification is signed and its reference looks like ours, so money may have moved that our books do not have.
    platform.log('payment.notification-unknown', { gateway, event, otherGateway: row?.gateway, alert: true });
    return;
  }
  if ((await settleWithdrawal(platform, row.withdrawal_id, 'notification')) !== 'sending') return;
  // The gateway sent a notification and still has no final answer, so the sweep asks again soon.
  await platform.pool.query(`UPDATE withdrawal SET check_after = least(check_after, $2) WHERE withdrawal_id = $1 AND state = 'sending'`, [
    row.withdrawal_id,
    new Date(platform.now().getTime() + RECHECK_DELAY_MS),
  ]);
}
