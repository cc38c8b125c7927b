import type { Platform } from '../../platform';

/** A genuine notification is about this reference; `event` is the gateway's own word, for the log. */
export interface News {
  readonly gateway: string;
  readonly reference: string;
  readonly event: string;
}

/** Looks at what the news is about, and finds out the truth at the gateway. Throws when it is to come again. */
export type TakeNews = (platform: Platform, news: News) => Promise<void>;
