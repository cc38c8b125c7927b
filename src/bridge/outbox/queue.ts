/**
 * Queues what may wait for a connection. An item is stored first and sent by the sync worker, at once or with the next
 * connection. Money never goes this way: it has intents.
 */
import { PLAYER_KINDS, readItem } from '../../core/outbox/kinds';
import type { OutboxBody } from '../../core/outbox/all-kinds';
import type { PlayerKindName } from '../../core/outbox/kinds';
import type { OutboxItem } from '../../core/outbox/item';
import { isBinding } from '../../core/outbox/queue';
import { addToOutbox, removeFromOutbox } from '../../data/outbox';
import { can } from '../../state/catalogue';
import type { Bridge } from '../bridge';
import { newKey } from '../page/key';
import { perBridge } from '../per-bridge';
import { currentIds } from '../session/ids';
import type { OutboxQueue, QueueResult } from './queue-result';

function createQueue(bridge: Bridge): OutboxQueue {
  const { calls, database, outbox, sync } = bridge;
  /** The keys of wishes that went out without an answer, in a browser that stores nothing. */
  const unansweredKeys = new Map<string, string>();

  async function queue<K extends PlayerKindName>(kind: K, body: OutboxBody<K>): Promise<QueueResult> {
    const ids = currentIds();
    if (!ids) return { outcome: 'not-taken', because: 'signed-out' };
    const at = Date.now();
    const addition = await addToOutbox(database, { userId: ids.userId, kind, body, key: newKey(), at });
    if (addition.ok) {
      await outbox.read();
      void sync.drainNow();
      return { outcome: 'queued', item: addition.item };
    }
    if (addition.because !== 'not-stored') return { outcome: 'not-taken', because: addition.because };
    return sendNow(kind, body, at);
  }

  /** Sends at once, because this device stores nothing. An item that fails now is lost, and its end may stay unknown. */
  async function sendNow(name: PlayerKindName, body: unknown, at: number): Promise<QueueResult> {
    const read = readItem({ kind: name, body }, PLAYER_KINDS);
    if (read === null) return { outcome: 'not-taken', because: 'unfit' };
    const { kind } = read;
    const { params, ...request } = kind.request(read.body, { at, nowMs: at, isOurs: can('withdraw-consent') });
    const wish = JSON.stringify([currentIds()?.userId, name, body]);
    const key = unansweredKeys.get(wish) ?? newKey();
    const couldLeave = navigator.onLine;
    const result = await calls.callAsPlayer(kind.call, ({ userId }) => ({
      ...request, body: request.body, params: { ...params, userId }, key,
    }));
    const isUnknown = !result.ok && result.error.code !== 'bad-request' && couldLeave;
    if (isUnknown) unansweredKeys.set(wish, key);
    else unansweredKeys.delete(wish);
    // If this code can't be loaded, the next answer about the protection shows the same.
    if (result.ok && kind.binds) await import('../protection/protection').then(({ protectionOf }) => protectionOf(bridge).showAnswer(result.data), () => undefined);
    void sync.recheckSession();
    if (result.ok) return { outcome: 'sent' };
    return { outcome: isUnknown ? 'unknown' : 'refused', error: result.error };
  }

  async function drop(item: OutboxItem): Promise<void> {
    if (isBinding(item, PLAYER_KINDS)) return;
    await removeFromOutbox(database, item);
    await outbox.read();
  }

  return { queue, drop };
}

export const queueOf = perBridge(createQueue);
