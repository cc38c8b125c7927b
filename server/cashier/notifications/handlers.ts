import { handleDepositNotification } from '../deposits/handle-notification';
import { handlePayoutNotification } from '../withdrawals/payouts/handle-notification';
import type { NotificationHandler } from './notification';

/** Who takes the news about a reference, by how it begins. */
export const NOTIFICATION_HANDLERS: readonly { readonly prefix: string; readonly handle: NotificationHandler }[] = [
  { prefix: 'dep-', handle: handleDepositNotification },
  { prefix: 'wd-', handle: handlePayoutNotification },
];

/** As ours are; a gateway's account may be used for other things, too. */
const REFERENCE = /^[a-z0-9][a-z0-9-]{15,63}$/;

export function handlerFor(reference: string): NotificationHandler | null {
  if (!REFERENCE.test(reference)) return null;
  return NOTIFICATION_HANDLERS.find(({ prefix }) => reference.startsWith(prefix))?.handle ?? null;
}
