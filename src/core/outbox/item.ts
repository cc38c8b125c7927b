/** One item that waits for a connection, as the device stores it. */
import type { Problem } from '../contract/problem';

/**
 * - `waiting`: goes out with the next connection. - `refused`: the platform said no, for good; kept until the player has
 * seen it. - `conflict`: something else was changed meanwhile; the player decides.
 */
export type OutboxItemState = 'waiting' | 'refused' | 'conflict';

/** When an item that could not be sent may be tried again; see `put-off.ts`. */
export interface PutOff {
  /** Tries without success so far. */
  readonly tries: number;
  /** When the last of them ended: epoch ms by this device's clock. */
  readonly at: number;
  /** How long it waits from then on. */
  readonly waitMs: number;
}

export interface OutboxItem {
  /** Its place in the order; given by the store. */
  readonly id?: number;
  /** The player it belongs to; null: nobody (a sign-out names no player). */
  readonly userId: string | null;
  /** A kind of `OUTBOX_KINDS`; one of a newer build is left alone. */
  readonly kind: string;
  /** The subject of the item: a later item with the same slot takes its place. */
  readonly slot: string;
  /** `Idempotency-Key` of every try. */
  readonly key: string;
  readonly body: unknown;
  /** Epoch ms by this device's clock. */
  readonly at: number;
  readonly state: OutboxItemState;
  /** Why it is `refused` or in `conflict`, in the platform's words, where it had some. */
  readonly problem: Problem | null;
  /** Missing until a try has failed. */
  readonly putOff?: PutOff;
}

/** Returns true if a record of the store is an item. Older and newer builds may have left anything there. */
export function isOutboxItem(value: unknown): value is OutboxItem {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, slot, key, at, state }: Readonly<Record<string, unknown>> = { ...value };
  return typeof at === 'number' && [kind, slot, key, state].every((text) => typeof text === 'string');
}
