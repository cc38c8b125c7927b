/** What waits for a connection, as the pages see it. */
import { createStore } from 'zustand/vanilla';
import type { OutboxItem } from '../core/outbox/item';

export interface OutboxState {
  /** Of the signed-in player, oldest first; the same array while nothing changed. */
  readonly items: readonly OutboxItem[];
}

export const outboxStore = createStore<OutboxState>()(() => ({ items: [] }));

export function showOutbox(items: readonly OutboxItem[]): void {
  const isSame = JSON.stringify(items) === JSON.stringify(outboxStore.getState().items);
  if (!isSame) outboxStore.setState({ items });
}

/** What waits, or was refused, about one thing (`consent:sms`); undefined: nothing. */
export function outboxItemAt({ items }: OutboxState, slot: string): OutboxItem | undefined {
  return items.find((item) => item.slot === slot);
}

/** How many changes wait to be sent. */
export function waitingCount({ items }: OutboxState): number {
  return items.filter(({ state }) => state === 'waiting').length;
}

export function resetOutbox(): void {
  outboxStore.setState({ items: [] }, true);
}
