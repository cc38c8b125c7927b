import type { Foundation } from './foundation';
import type { Mailer, Gateways } from './gateways';
import type { HashCosts } from './hash-costs';

/** The parts that `app.ts` hands to every domain. */
export interface Platform extends Foundation {
  readonly mailer: Mailer;
  readonly gateways: Gateways;
  /** Tests make the hash of a password cheap by this; default: OWASP's minimum. */
  readonly hashCosts?: HashCosts;
}
