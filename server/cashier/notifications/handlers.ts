import { isPaymentReference } from '../../gateways';
import { handleDepositNotification } from '../deposits/handle-notification';
import { handlePayoutNotification } from '../withdrawals/payouts/handle-notification';
import { DEPOSIT_PREFIX, WITHDRAWAL_PREFIX } from '../reference-prefixes';
import type { NotificationHandler } from './notification';

/** The handlers by the prefix of a reference. */
export const NOTIFICATION_HANDLERS: readonly { readonly prefix: string; readonly handle: NotificationHandler }[] = [
  { prefix: DEPOSIT_PREFIX, handle: handleDepositNotification },
  { prefix: WITHDRAWAL_PREFIX, handle: handlePayoutNotification },
];

/** Finds the handler for a reference; null for one that is not ours, because the operator may use the gateway's account for other payments, too. */
export function handlerFor(reference: string): NotificationHandler | null {
  if (!isPaymentReference(reference)) return null;
  return NOTIFICATION_HANDLERS.find(({ prefix }) => reference.startsWith(prefix))?.handle ?? null;
}
