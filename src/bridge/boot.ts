/**
 * How the page starts; small, because it is part of the entry. `main.tsx`:
 *
 *   await hydrate();      // the session and what is stored of it
 *   render();
 *   startApp(goTo);       // the session check, the poller, open money, the service worker
 */
import { can, hostStore } from '../state/catalogue';
import { hearOffline } from '../state/connection';
import { concernsSession, localEntries, readSessionEntries } from '../state/local-entries';
import { showMobileGuideUnlessSnoozed } from '../state/mobile-guide';
import { enterSession, sessionStore } from '../state/session';

/** The first paint never waits longer, for a slow chunk, or for the host where nothing is stored of it. */
export const HYDRATE_DEADLINE_MS = 2_000;

const runtime = () => import('./runtime');

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Before the first render: who is signed in, and the figures as they were last known, so that no frame shows a guest's
 * header or an empty balance to a player; and whether there is no network, or saying so would push the page down. Never
 * rejects; a guest of whom nothing is stored waits for nothing.
 */
export async function hydrate(): Promise<void> {
  showMobileGuideUnlessSnoozed(localEntries(), Date.now());
  if (!navigator.onLine) hearOffline();
  const found = readSessionEntries(localEntries());
  if (!found) return;
  enterSession(found);
  const stored = import('./figures/hydrate')
    .then(({ hydrateStores }) => hydrateStores(found.userId))
    // Without its chunk the page starts with nothing known, as on a first visit.
    .catch(() => undefined);
  await Promise.race([stored, after(HYDRATE_DEADLINE_MS)]);
}

/** After the first render. `goTo` opens a page of the app. */
export function startApp(goTo: (path: string) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (concernsSession(key)) void runtime().then(({ adoptSession }) => adoptSession());
  });
  window.addEventListener('offline', hearOffline);
  window.addEventListener('online', () => void runtime().then(({ backOnline }) => backOnline()));
  void runtime().then(({ startRuntime }) => startRuntime());
  void runtime().then(({ onElsewhere }) => onElsewhere(goTo));
}

export function isSignedIn(): boolean {
  return sessionStore.getState().sessionId !== null;
}

export { can, hostStore };
