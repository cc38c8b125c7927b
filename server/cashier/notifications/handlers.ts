import { takeDepositNews } from '../deposits/handle-notification';
import { takePayoutNews } from '../withdrawals/payouts/handle-notification';
import type { TakeNews } from './notification';

/** Who takes the news about a reference, by how it begins. */
export const NEWS_TAKERS: readonly { readonly prefix: string; readonly take: TakeNews }[] = [
  { prefix: 'dep-', take: takeDepositNews },
  { prefix: 'wd-', take: takePayoutNews },
];

/** As ours are; a gateway's account may be used for other things, too. */
const REFERENCE = /^[a-z0-9][a-z0-9-]{15,63}$/;

export function takerOf(reference: string): TakeNews | null {
  if (!REFERENCE.test(reference)) return null;
  return NEWS_TAKERS.find(({ prefix }) => reference.startsWith(prefix))?.take ?? null;
}
