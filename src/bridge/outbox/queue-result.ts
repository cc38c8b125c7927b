/** The result of queueing a change that may wait for a connection. */
import type { CallError } from '../../core/errors';
import type { OutboxBody } from '../../core/outbox/all-kinds';
import type { OutboxItem } from '../../core/outbox/item';
import type { PlayerKindName } from '../../core/outbox/kinds';
import type { AddRefusal } from '../../core/outbox/queue';

/**
 * `queued`: it is kept, and goes out now or with the next connection; what becomes of it is in the outbox store. `sent`:
 * this browser keeps nothing, and the platform took it at once. `refused`: the same, and it did not; or nothing left the phone.
 * `unknown`: the same, and no answer of the platform came; the same wish again goes out under the same key. `not-taken`: the box is
 * full, the body too large, or nobody is signed in.
 */
export type QueueResult =
  | { readonly outcome: 'queued'; readonly item: OutboxItem }
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused' | 'unknown'; readonly error: CallError }
  | { readonly outcome: 'not-taken'; readonly because: AddRefusal | 'signed-out' };

export interface OutboxQueue {
  /** Puts it into the outbox, in place of what it replaces (see `core/outbox/kinds`). */
  readonly queue: <K extends PlayerKindName>(kind: K, body: OutboxBody<K>) => Promise<QueueResult>;
  /**
   * Takes back what waits, or puts away what was refused. What is under way at this moment may still arrive. What holds already
   * (a break, a lower limit) stays.
   */
  readonly drop: (item: OutboxItem) => Promise<void>;
}
