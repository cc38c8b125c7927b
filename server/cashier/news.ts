import { takeDepositNews } from './deposit-news';
import type { TakeNews } from './gateway-news';
import { takePayoutNews } from './withdrawals/settle';

/** Who takes the news about a reference, by how it begins. */
export const NEWS_TAKERS: readonly { readonly prefix: string; readonly take: TakeNews }[] = [
  { prefix: 'dep-', take: takeDepositNews },
  { prefix: 'wd-', take: takePayoutNews },
];

export function takerOf(reference: string): TakeNews | null {
  return NEWS_TAKERS.find(({ prefix }) => reference.startsWith(prefix))?.take ?? null;
}
