import type { Foundation } from './foundation';
import type { Mailer, Gateways } from './gateways';

/** Everything a domain needs from outside, handed to it. */
export interface Platform extends Foundation {
  readonly mailer: Mailer;
  readonly gateways: Gateways;
}
