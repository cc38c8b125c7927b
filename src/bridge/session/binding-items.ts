/** A break or a lower limit that has not reached the platform must not get lost with a session, least of all silently. */
import { PLAYER_KINDS } from '../../core/outbox/kinds';
import { isBinding } from '../../core/outbox/queue';
import { outboxWords } from '../../core/outbox/words';
import { notify } from '../../state/notifications';
import { outboxStore } from '../../state/outbox';
import type { OutboxState } from '../../state/outbox';
import { openSignIn } from '../../state/session';
import type { Sync } from '../figures/sync';
import { pause } from '../page/watch';

/** Signing out does not wait longer for it. */
const LEAVING_PATIENCE_MS = 5_000;

/** Whether something waits that holds on this device already. */
export function hasBindingItems({ items }: OutboxState = outboxStore.getState()): boolean {
  return items.some((item) => isBinding(item, PLAYER_KINDS));
}

/** Tries to send it before the device forgets it. The player was told that it may be lost. */
export async function sendBindingItems(sync: Sync): Promise<void> {
  if (!navigator.onLine) return;
  const control = new AbortController();
  const unsubscribe = outboxStore.subscribe((outbox) => hasBindingItems(outbox) || control.abort());
  void sync.drainNow();
  await pause(LEAVING_PATIENCE_MS, control.signal);
  unsubscribe();
}

/** The session is over and it still waits on this device, for a new sign-in of the same player. */
export function notifyBindingItems(): void {
  notify({ kind: 'error', text: outboxWords.protectionWaits, action: { label: outboxWords.signIn, run: openSignIn } });
}
