/** Binding items are breaks and lower limits that have not reached the platform. They must not get lost with a session. */
import type { OutboxItem } from '../../core/outbox/item';
import { PLAYER_KINDS } from '../../core/outbox/kinds';
import { isBinding } from '../../core/outbox/queue';
import { outboxWords } from '../../core/outbox/words';
import { notify } from '../../state/notifications';
import { outboxStore } from '../../state/outbox';
import type { OutboxState } from '../../state/outbox';
import { openSignIn } from '../../state/session';
import type { SyncClient } from '../figures/sync-client';
import { pause } from '../page/pause';

/** Signing out waits for binding items no longer than this. */
const LEAVING_PATIENCE_MS = 5_000;

/** Finds the binding items that wait. */
export function bindingItems({ items }: OutboxState): readonly OutboxItem[] {
  return items.filter((item) => isBinding(item, PLAYER_KINDS));
}

/** Returns true if a binding item waits to be sent. It applies on this device already. */
export function hasBindingItems(outbox: OutboxState = outboxStore.getState()): boolean {
  return bindingItems(outbox).length > 0;
}

/** Tries to send the binding items before the device deletes them. The sign-out dialog has warned the player that they may be lost. */
export async function sendBindingItems(sync: SyncClient): Promise<void> {
  if (!navigator.onLine) return;
  const control = new AbortController();
  const unsubscribe = outboxStore.subscribe((outbox) => hasBindingItems(outbox) || control.abort());
  void sync.drainNow();
  await pause(LEAVING_PATIENCE_MS, control.signal);
  unsubscribe();
}

/** Tells a player whose session ended that binding items still wait on this device for their next sign-in. */
export function notifyBindingItems(): void {
  notify({ kind: 'error', text: outboxWords.protectionWaits, action: { label: outboxWords.signIn, run: openSignIn } });
}
