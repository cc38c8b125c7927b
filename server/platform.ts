import type { Foundation } from './foundation';
import type { Mailer, Gateways } from './gateways';

/** The parts that `app.ts` hands to every domain. */
export interface Platform extends Foundation {
  readonly mailer: Mailer;
  readonly gateways: Gateways;
}
