/** Shows short messages over the page. They disappear by themselves, except errors that offer an action. */
import { createStore } from 'zustand/vanilla';
import { notificationsStore } from './notifications-store';
import type { Notification } from './notifications-store';

export { notificationsStore };

export const NOTIFICATION_MS = 5_000;
export const MAX_NOTIFICATIONS = 3;

interface Countdown {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  remainingMs: number;
}

const countdowns = new Map<number, Countdown>();
const stateStore = createStore<{ readonly lastId: number; readonly isPaused: boolean }>()(() => ({ lastId: 0, isPaused: false }));

function staysOpen(item: Notification): boolean {
  return item.kind === 'error' && item.action !== undefined;
}

function startCountdown(id: number, countdown: Countdown): void {
  countdown.startedAt = performance.now();
  countdown.timer = setTimeout(() => dismiss(id), countdown.remainingMs);
}

/** Shows a message. Where there are three already, the oldest one goes, preferably one that would disappear by itself. */
export function notify(message: Omit<Notification, 'id'> & { readonly durationMs?: number }): number {
  const { durationMs = NOTIFICATION_MS, ...rest } = message;
  const id = stateStore.getState().lastId + 1;
  stateStore.setState({ lastId: id });
  const item: Notification = { ...rest, id };
  const { items } = notificationsStore.getState();
  if (items.length >= MAX_NOTIFICATIONS) {
    const oldest = items.find((other) => !staysOpen(other)) ?? items[0];
    if (oldest) dismiss(oldest.id);
  }
  notificationsStore.setState((state) => ({ items: [...state.items, item] }));
  if (!staysOpen(item)) {
    const countdown: Countdown = { timer: undefined, startedAt: 0, remainingMs: durationMs };
    countdowns.set(item.id, countdown);
    if (!stateStore.getState().isPaused) startCountdown(item.id, countdown);
  }
  return item.id;
}

export function dismiss(id: number): void {
  clearTimeout(countdowns.get(id)?.timer);
  countdowns.delete(id);
  notificationsStore.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}

/** While a pointer or the focus is on a message nothing goes away. */
export function pauseNotifications(): void {
  if (stateStore.getState().isPaused) return;
  stateStore.setState({ isPaused: true });
  for (const clock of countdowns.values()) {
    clearTimeout(clock.timer);
    clock.remainingMs = Math.max(0, clock.remainingMs - (performance.now() - clock.startedAt));
  }
}

export function resumeNotifications(): void {
  if (!stateStore.getState().isPaused) return;
  stateStore.setState({ isPaused: false });
  for (const [id, clock] of countdowns) startCountdown(id, clock);
}

export function resetNotifications(): void {
  for (const { timer } of countdowns.values()) clearTimeout(timer);
  countdowns.clear();
  stateStore.setState({ isPaused: false });
  notificationsStore.setState({ items: [] }, true);
}
