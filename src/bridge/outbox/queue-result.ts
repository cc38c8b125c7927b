/** The result of queueing a change that may wait for a connection. */
import type { CallError } from '../../core/errors';
import type { OutboxBody } from '../../core/outbox/all-kinds';
import type { OutboxItem } from '../../core/outbox/item';
import type { PlayerKindName } from '../../core/outbox/kinds';
import type { AddRefusal } from '../../core/outbox/queue';

/**
 * `queued`: the item is stored and goes out now or with the next connection; the outbox store shows what becomes of it. The next
 * three happen only in a browser that stores nothing, where the item is sent at once. `sent`: the platform took it. `refused`:
 * the platform refused it, or nothing left the phone. `unknown`: no answer of the platform came; the same wish again goes out
 * under the same key. `not-taken`: the outbox is full, the body does not fit, or nobody is signed in.
 */
export type QueueResult =
  | { readonly outcome: 'queued'; readonly item: OutboxItem }
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused' | 'unknown'; readonly error: CallError }
  | { readonly outcome: 'not-taken'; readonly because: AddRefusal | 'signed-out' };

export interface OutboxQueue {
  /** Puts an item into the outbox, in place of those that it replaces (see `core/outbox/kinds`). */
  readonly queue: <K extends PlayerKindName>(kind: K, body: OutboxBody<K>) => Promise<QueueResult>;
  /**
   * Deletes an item that waits or was refused. One that is being sent at this moment may still arrive. A break or a lower limit
   * stays, because it holds already.
   */
  readonly drop: (item: OutboxItem) => Promise<void>;
}
