import type { Foundation } from './foundation';
import type { Mailer } from './gateways/mail/port';
import type { Gateways } from './gateways/payment/port';

/** Everything a domain needs from outside, handed to it. */
export interface Platform extends Foundation {
  readonly mailer: Mailer;
  readonly gateways: Gateways;
}
