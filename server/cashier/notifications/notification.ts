import type { Platform } from '../../platform';

/** A genuine notification about a payment, payout or return. `event` is the gateway's own word for it and stands in the log. */
export interface GatewayNotification {
  readonly gateway: string;
  readonly reference: string;
  readonly event: string;
}

/** Asks the gateway about the reference of a notification. Throws when the gateway shall deliver the notification again. */
export type NotificationHandler = (platform: Platform, notification: GatewayNotification) => Promise<void>;
