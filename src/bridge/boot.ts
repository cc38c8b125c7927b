/**
 * How the page starts; small, because it is part of the entry. `main.tsx`:
 *
 *   await hydrate();      // the session and what is stored of it, at most 2 s
 *   render();
 *   startApp();           // the session check, the poller, open money, the service worker
 */
import { can, hostStore } from '../state/catalogue';
import { hearOffline } from '../state/connection';
import { figuresStore } from '../state/figures';
import { concernsSession, localEntries, readSessionEntries } from '../state/local-entries';
import { showMobileGuideUnlessSnoozed } from '../state/mobile-guide';
import { enterSession, sessionStore } from '../state/session';

/** The first paint never waits longer for the device's store. */
export const HYDRATE_DEADLINE_MS = 2_000;
/** How long a guard waits for the role of a player of whom nothing is stored. */
const ROLE_DEADLINE_MS = 8_000;

const runtime = () => import('./runtime');

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Before the first render: who is signed in, and the figures as they were last known, so that no frame shows a guest's
 * header or an empty balance to a player. Never rejects; a guest of whom nothing is stored waits for nothing.
 */
export async function hydrate(): Promise<void> {
  showMobileGuideUnlessSnoozed(localEntries(), Date.now());
  const found = readSessionEntries(localEntries());
  if (!found) return;
  enterSession(found);
  const stored = import('./snapshots')
    .then(async ({ hydrateHost, hydratePlayer }) => {
      await Promise.all([hydrateHost(), hydratePlayer(found.userId)]);
      // Nothing stored of the host: what the platform can do is asked before a page asks the platform for anything.
      if (hostStore.getState().config === null) await (await import('./host')).loadHost();
    })
    // Without its chunk the page starts with nothing known, as on a first visit.
    .catch(() => undefined);
  await Promise.race([stored, after(HYDRATE_DEADLINE_MS)]);
}

/** After the first render. */
export function startApp(): void {
  window.addEventListener('storage', ({ key }) => {
    if (concernsSession(key)) void runtime().then(({ adoptSession }) => adoptSession());
  });
  window.addEventListener('offline', hearOffline);
  window.addEventListener('online', () => void runtime().then(({ backOnline }) => backOnline()));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void runtime().then(({ backFromCache }) => backFromCache());
  });
  if (!navigator.onLine) hearOffline();
  startRuntimeOnce();
}

let isRuntimeStarted = false;

function startRuntimeOnce(): void {
  if (isRuntimeStarted) return;
  isRuntimeStarted = true;
  void runtime().then(({ startRuntime }) => startRuntime());
}

/** The player's role, waiting until the platform or the device's store has said it; undefined after 8 s. */
export async function roleKnown(): Promise<'player' | 'admin' | undefined> {
  const known = () => figuresStore.getState().accountData?.role;
  if (known() !== undefined || !isSignedIn()) return known();
  // The first page waits for its guard, and the guard for an answer that only the runtime brings.
  startRuntimeOnce();
  let unsubscribe: (() => void) | undefined;
  const heard = new Promise<void>((resolve) => {
    unsubscribe = figuresStore.subscribe((state) => state.accountData !== null && resolve());
  });
  await Promise.race([heard, after(ROLE_DEADLINE_MS)]);
  unsubscribe?.();
  return known();
}

export function isSignedIn(): boolean {
  return sessionStore.getState().sessionId !== null;
}

export { can, hostStore };
