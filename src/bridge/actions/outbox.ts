/**
 * Things that may wait for a connection. They are written down first and sent by the sync worker: at once where there is a
 * connection, else with the next one. Never money: that has intents.
 */
import { kindOf, PLAYER_KINDS } from '../../core/outbox/kinds';
import type { OutboxBody } from '../../core/outbox/all-kinds';
import type { PlayerKindName } from '../../core/outbox/kinds';
import type { OutboxItem } from '../../core/outbox/item';
import { isBinding } from '../../core/outbox/queue';
import type { AddRefusal } from '../../core/outbox/queue';
import type { CallError } from '../../core/errors';
import { addToOutbox, removeFromOutbox } from '../../data/outbox';
import { can } from '../../state/catalogue';
import { database } from '../storage/database';
import { newKey } from '../page/key';
import { readOutbox } from '../outbox/outbox';
import { callAsPlayer, currentIds } from '../platform/platform';
import { drainNow, recheckSession } from '../figures/sync-worker';

/**
 * `queued`: it is kept, and goes out now or with the next connection; what becomes of it is in the outbox store. `sent`:
 * this browser keeps nothing, and the platform took it at once. `refused`: the same, and it did not. `not-taken`: the box
 * is full, the body too large, or nobody is signed in.
 */
export type Queued =
  | { readonly outcome: 'queued'; readonly item: OutboxItem }
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused'; readonly error: CallError }
  | { readonly outcome: 'not-taken'; readonly because: AddRefusal | 'signed-out' };

/** Puts it into the outbox, in place of what it replaces (see `core/outbox/kinds`). */
export async function queue<K extends PlayerKindName>(kind: K, body: OutboxBody<K>): Promise<Queued> {
  const ids = currentIds();
  if (!ids) return { outcome: 'not-taken', because: 'signed-out' };
  const at = Date.now();
  const added = await addToOutbox(database, { userId: ids.userId, kind, body, key: newKey(), at });
  if (added.ok) {
    await readOutbox();
    void drainNow();
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
  const told = await callAsPlayer(kind.call, ({ userId }) => ({
    ...request, body: request.body, params: { ...params, userId }, key: newKey(),
  }));
  void recheckSession();
  return told.ok ? { outcome: 'sent' } : { outcome: 'refused', error: told.error };
}

/**
 * Takes back what waits, or puts away what was refused. What is under way at this moment may still arrive. What holds already
 * (a break, a lower limit) stays.
 */
export async function dropFromOutbox(item: OutboxItem): Promise<void> {
  if (isBinding(item, PLAYER_KINDS)) return;
  await removeFromOutbox(database, item);
  await readOutbox();
}
