import type { Pool } from 'pg';
import type { Config } from './config';
import type { Mailer } from './gateways/mail/port';
import type { Gateways } from './gateways/payment/port';
import type { Places } from './place/places';

/** Everything a domain needs from outside, handed to it: nothing reads a clock, randomness or the network by itself. */
export interface Platform {
  readonly config: Config;
  readonly pool: Pool;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
  readonly mailer: Mailer;
  readonly gateways: Gateways;
  readonly places: Places;
  /** One JSON line; never given passwords, ids of sessions, e-mails, identity or account numbers. */
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}
