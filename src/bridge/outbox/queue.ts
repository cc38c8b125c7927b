/**
 * Things that may wait for a connection. They are written down first and sent by the sync worker: at once where there is a
 * connection, else with the next one. Never money: that has intents.
 */
import { kindOf, PLAYER_KINDS } from '../../core/outbox/kinds';
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
import type { OutboxQueue, Queued } from './queued';

function createQueue({ calls, database, outbox, sync }: Bridge): OutboxQueue {
  async function queue<K extends PlayerKindName>(kind: K, body: OutboxBody<K>): Promise<Queued> {
    const ids = currentIds();
    if (!ids) return { outcome: 'not-taken', because: 'signed-out' };
    const at = Date.now();
    const added = await addToOutbox(database, { userId: ids.userId, kind, body, key: newKey(), at });
    if (added.ok) {
      await outbox.read();
      void sync.drainNow();
      return { outcome: 'queued', item: added.item };
    }
    if (added.because !== 'not-kept') return { outcome: 'not-taken', because: added.because };
    return sendNow(kind, body, at);
  }

  /** Where the device keeps nothing the platform is told now or never. */
  async function sendNow(name: PlayerKindName, body: unknown, at: number): Promise<Queued> {
    const kind = kindOf(name, PLAYER_KINDS);
    const fit = kind?.body.safeParse(body);
    if (!kind || !fit?.success) return { outcome: 'not-taken', because: 'unfit' };
    const { params, ...request } = kind.request(fit.data, { at, nowMs: at, isOurs: can('withdraw-consent') });
    const told = await calls.callAsPlayer(kind.call, ({ userId }) => ({
      ...request, body: request.body, params: { ...params, userId }, key: newKey(),
    }));
    void sync.recheckSession();
    return told.ok ? { outcome: 'sent' } : { outcome: 'refused', error: told.error };
  }

  async function drop(item: OutboxItem): Promise<void> {
    if (isBinding(item, PLAYER_KINDS)) return;
    await removeFromOutbox(database, item);
    await outbox.read();
  }

  return { queue, drop };
}

export const queueOf = perBridge(createQueue);
