/** The changes that wait for a connection, as the pages see them. */
import { createStore } from 'zustand/vanilla';
import type { OutboxItem } from '../core/outbox/item';

export interface OutboxState {
  /** The signed-in player's, oldest first; the same array while nothing changed. */
  readonly items: readonly OutboxItem[];
}

export const outboxStore = createStore<OutboxState>()(() => ({ items: [] }));

export function showOutbox(items: readonly OutboxItem[]): void {
  const isSame = JSON.stringify(items) === JSON.stringify(outboxStore.getState().items);
  if (!isSame) outboxStore.setState({ items });
}

/**
 * The newest item in one slot (`consent:sms`), whether it waits or was refused; undefined where there is none. Beside it there may be one
 * that a newer build left.
 */
export function outboxItemAt({ items }: OutboxState, slot: string): OutboxItem | undefined {
  return items.findLast((item) => item.slot === slot);
}

/** How many changes wait to be sent. */
export function waitingCount({ items }: OutboxState): number {
  return items.filter(({ state }) => state === 'waiting').length;
}

export function resetOutbox(): void {
  outboxStore.setState({ items: [] }, true);
}
