/**
 * How the player is protected: on the device from the first visit on, so that it can be looked at and made stricter offline, and
 * read again when something stricter has reached the platform.
 */
import { appStore } from '../../state/app';
import { outboxStore } from '../../state/outbox';
import { sessionStore } from '../../state/session';
import { bindingWaits } from '../session/binding-session';

/** Not in what every visit starts with; without its chunk it is read when a page shows it. */
const protection = () => import('./protection');

function warm(): void {
  if (sessionStore.getState().sessionId !== null) protection().then(({ warmProtection }) => warmProtection(), () => undefined);
}

export function watchProtection(): void {
  sessionStore.subscribe(({ sessionId }, before) => sessionId !== before.sessionId && warm());
  appStore.subscribe(({ update }, before) => update === 'ready-offline' && before.update !== update && warm());
  outboxStore.subscribe((now, before) => {
    const isSent = bindingWaits(before) && !bindingWaits(now) && sessionStore.getState().sessionId !== null;
    if (isSent) protection().then(({ loadProtection }) => loadProtection(), () => undefined);
  });
  warm();
}
