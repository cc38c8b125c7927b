/** The short messages on screen. `notifications.ts` shows them in a file of its own, because this one is part of the first script. */
import { createStore } from 'zustand/vanilla';

export interface NotificationAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Notification {
  readonly id: number;
  readonly kind: 'info' | 'success' | 'error';
  readonly text: string;
  readonly action?: NotificationAction;
}

export interface NotificationsState {
  /** Oldest first. */
  readonly items: readonly Notification[];
}

export const notificationsStore = createStore<NotificationsState>()(() => ({ items: [] }));
