import type { Platform } from '../../platform';

/** A genuine notification is about this reference; `event` is the gateway's own word, for the log. */
export interface GatewayNotification {
  readonly gateway: string;
  readonly reference: string;
  readonly event: string;
}

/** Looks at what the news is about, and finds out the truth at the gateway. Throws when it is to come again. */
export type NotificationHandler = (platform: Platform, notification: GatewayNotification) => Promise<void>;
