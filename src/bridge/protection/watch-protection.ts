/**
 * Keeps the player's protection on the device from the first visit on, so that it can be shown and made stricter without a
 * connection, and loads it again when something stricter has reached the platform.
 */
import { appStore } from '../../state/app';
import { outboxStore } from '../../state/outbox';
import { sessionStore } from '../../state/session';
import type { Bridge } from '../bridge';
import { bindingItems } from '../session/binding-items';

/** Starts this for whoever is signed in, now or later. */
export function watchProtection(bridge: Bridge): void {
  const { onClose } = bridge;
  // The code is loaded on demand, so that not every visit has to; if that fails, a page that shows the protection loads it.
  const run = (work: 'load' | 'warm') => import('./protection').then(({ protectionOf }) => protectionOf(bridge)[work](), () => undefined);
  const warm = () => void (sessionStore.getState().sessionId !== null && run('warm'));
  onClose(sessionStore.subscribe(({ sessionId }, before) => void (sessionId !== before.sessionId && warm())));
  onClose(appStore.subscribe(({ update }, before) => void (update === 'ready-offline' && before.update !== update && warm())));
  onClose(outboxStore.subscribe((now, before) => {
    const waitingKeys = new Set(bindingItems(now).map(({ key }) => key));
    const isSent = bindingItems(before).some(({ key }) => !waitingKeys.has(key)) && sessionStore.getState().sessionId !== null;
    if (isSent) void run('load');
  }));
  warm();
}
