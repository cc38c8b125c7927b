/** Short messages over the page. They go by themselves, except errors with something to do about them. */
import { createStore } from 'zustand/vanilla';
import { notificationsStore } from './notifications-store';
import type { Notification } from './notifications-store';

export { notificationsStore };

export const NOTIFICATION_MS = 5_000;
export const MAX_NOTIFICATIONS = 3;

interface Clock {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  leftMs: number;
}

const clocks = new Map<number, Clock>();
const clockStore = createStore<{ readonly lastId: number; readonly isPaused: boolean }>()(() => ({ lastId: 0, isPaused: false }));

function staysOpen(item: Notification): boolean {
  return item.kind === 'error' && item.action !== undefined;
}

function run(id: number, clock: Clock): void {
  clock.startedAt = performance.now();
  clock.timer = setTimeout(() => dismiss(id), clock.leftMs);
}

/** Shows a message; the oldest makes room when there are three, one that goes by itself before one that stays. */
export function notify(message: Omit<Notification, 'id'> & { readonly durationMs?: number }): number {
  const { durationMs = NOTIFICATION_MS, ...rest } = message;
  const id = clockStore.getState().lastId + 1;
  clockStore.setState({ lastId: id });
  const item: Notification = { ...rest, id };
  const { items } = notificationsStore.getState();
  if (items.length >= MAX_NOTIFICATIONS) {
    const leaving = items.find((other) => !staysOpen(other)) ?? items[0];
    if (leaving) dismiss(leaving.id);
  }
  notificationsStore.setState((state) => ({ items: [...state.items, item] }));
  if (!staysOpen(item)) {
    const clock: Clock = { timer: undefined, startedAt: 0, leftMs: durationMs };
    clocks.set(item.id, clock);
    if (!clockStore.getState().isPaused) run(item.id, clock);
  }
  return item.id;
}

export function dismiss(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  notificationsStore.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}

/** While a pointer or the focus is on a message nothing goes away. */
export function pauseNotifications(): void {
  if (clockStore.getState().isPaused) return;
  clockStore.setState({ isPaused: true });
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer);
    clock.leftMs = Math.max(0, clock.leftMs - (performance.now() - clock.startedAt));
  }
}

export function resumeNotifications(): void {
  if (!clockStore.getState().isPaused) return;
  clockStore.setState({ isPaused: false });
  for (const [id, clock] of clocks) run(id, clock);
}

export function resetNotifications(): void {
  for (const { timer } of clocks.values()) clearTimeout(timer);
  clocks.clear();
  clockStore.setState({ isPaused: false });
  notificationsStore.setState({ items: [] }, true);
}
