import type { Platform } from '../../platform';
import { depositByReference } from './deposit-rows';
import { checkReturnSoon } from '../held-deposits/sweep-returns';
import type { GatewayNotification } from '../notifications/notification';
import { settleDeposit } from './settle-deposit';

const RECHECK_DELAY_MS = 5_000;

/** Asks the gateway about the deposit of a notification. */
export async function handleDepositNotification(platform: Platform, { gateway, reference, event }: GatewayNotification): Promise<void> {
  const deposit = await depositByReference(platform.pool, reference);
  if (deposit?.gateway !== gateway) {
    // The notification is signed and its reference looks like ours, so money may have moved that our books do not have.
    platform.log('payment.notification-unknown', { gateway, event, otherGateway: deposit?.gateway, alert: true });
    return;
  }
  const state = await settleDeposit(platform, deposit.deposit_id, 'notification');
  if (state === 'pending') await checkSoon(platform, deposit.deposit_id);
  if (state === 'returning') await checkReturnSoon(platform, deposit.deposit_id);
}

/** The gateway sent a notification and still answered `pending`, so the sweep asks again soon. */
async function checkSoon({ pool, now }: Pick<Platform, 'pool' | 'now'>, depositId: string): Promise<void> {
  await pool.query(
    `UPDATE deposit SET checks = 0, check_after = least(check_after, $2) WHERE deposit_id = $1 AND state = 'pending'`,
    [depositId, new Date(now().getTime() + RECHECK_DELAY_MS)],
  );
}
