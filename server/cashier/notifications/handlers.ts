import { handleDepositNotification } from '../deposits/handle-notification';
import { handlePayoutNotification } from '../withdrawals/payouts/handle-notification';
import type { NotificationHandler } from './notification';

/** The handlers by the prefix of a reference. */
export const NOTIFICATION_HANDLERS: readonly { readonly prefix: string; readonly handle: NotificationHandler }[] = [
  { prefix: 'dep-', handle: handleDepositNotification },
  { prefix: 'wd-', handle: handlePayoutNotification },
];

/** The form of our references; the operator may use the gateway's account for other payments, too. */
const REFERENCE = /^[a-z0-9][a-z0-9-]{15,63}$/;

/** Null for a reference that is not ours. */
export function handlerFor(reference: string): NotificationHandler | null {
  if (!REFERENCE.test(reference)) return null;
  return NOTIFICATION_HANDLERS.find(({ prefix }) => reference.startsWith(prefix))?.handle ?? null;
}
