/** Why something that waits is not on its way now, although there may be a connection. */
import { OUTBOX_KINDS } from '../../../core/outbox/all-kinds';
import type { OutboxItem } from '../../../core/outbox/item';
import { readItem } from '../../../core/outbox/kinds';
import { nextTryAt } from '../../../core/outbox/put-off';
import { clockTime } from '../../../core/time';
import { catalogue } from '../../../core/words/catalogue';

export const words = catalogue('pages/shared/outbox/delay-words', {
  needsNewerApp: 'Not sent. Update the app to send it.',
  triesAgain: (time: string) => `Not sent yet. We try again at ${time}.`,
  triesSoon: 'Not sent yet. We try again soon.',
});

/** A newer build left it, and only one can send it. */
export const needsNewerApp = (item: OutboxItem): boolean => readItem(item, OUTBOX_KINDS) === null;

/** The reason in words; null for what is on its way, or goes with the next connection. */
export function delayWords(item: OutboxItem): string | null {
  if (item.state !== 'waiting') return null;
  if (needsNewerApp(item)) return words.needsNewerApp;
  if ((item.putOff?.waitMs ?? 0) === 0) return null;
  const at = nextTryAt(item, Date.now());
  return at === null ? words.triesSoon : words.triesAgain(clockTime(at));
}
