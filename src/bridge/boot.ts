/**
 * Starts the page. This file is small, because it is part of the entry. `main.tsx`:
 *
 *   await hydrate();      // the session and what is stored of it
 *   await waitOnDevice(); // the page's code, its list or its game
 *   render();
 *   startApp(goTo);       // the session check, the poller, open intents, the service worker
 */
import { can, hostStore } from '../state/catalogue';
import { noteOffline } from '../state/connection';
import { concernsSession, localEntries, readSessionEntries } from '../state/local-entries';
import { showMobileGuideUnlessSnoozed } from '../state/mobile-guide';
import { enterSession, sessionStore } from '../state/session';
import type { Bridge } from './bridge';
import type { GuestBridge } from './guest-bridge';
import { controllerHere } from './update/service-worker-container';

/** The first paint waits no longer than this, neither for a slow chunk nor for the host's configuration. */
export const HYDRATE_DEADLINE_MS = 2_000;
/** The first page waits no longer than this for the device's files, and other code no longer for a paint; a visible page needs less for both. */
export const PAGE_PATIENCE_MS = 300;
/** After this time the bridge's code is asked for again if it could not be loaded. */
export const START_AGAIN_MS = 15_000;

/** The bridge comes in two chunks: what every page needs, and the rest for players and for what waits on the device. */
const loadBridge = () => import('./index').then(({ bridge }) => bridge);
const loadGuestBridge = () => import('./guest').then(({ guestBridge }) => {
  guestBridge.player.loadBy(loadBridge);
  return guestBridge;
});

/** Says whether a service worker has the app's files. */
export const isOnDevice = (): boolean => controllerHere() !== null;

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Reads before the first render who is signed in and the last known figures, so that no player sees a guest's header or an empty
 * balance first. Also notes a missing network, because a notice that came later would push the page down. Never rejects; a guest
 * waits for nothing.
 */
export async function hydrate(load: () => Promise<Bridge> = loadBridge, loadForGuest: () => Promise<GuestBridge> = loadGuestBridge): Promise<void> {
  showMobileGuideUnlessSnoozed(localEntries(), Date.now());
  if (!navigator.onLine) noteOffline();
  const ids = readSessionEntries(localEntries());
  if (!ids) {
    // On a first visit the code is loaded while the page is drawn, because the connection is free then. Code that is on the device
    // already comes at once, and the drawing would wait until it has run.
    if (!isOnDevice()) loadForGuest().catch(() => undefined);
    return;
  }
  enterSession(ids);
  const hydration = load()
    .then((loaded) => loaded.hydrate(ids.userId))
    // Without that chunk the page starts empty, as on a first visit.
    .catch(() => undefined);
  await Promise.race([hydration, after(HYDRATE_DEADLINE_MS)]);
}

/**
 * Where the app's files are on the device, waits a moment for what the first page needs, so that the page is drawn once and whole. Over the
 * network a page with gaps that comes sooner is better.
 */
export async function waitOnDevice(needs: Promise<unknown>): Promise<void> {
  if (isOnDevice()) await Promise.race([needs, after(PAGE_PATIENCE_MS)]);
}

/**
 * Resolves when a drawn page is on the screen, so that no other code runs before the player sees it. A hidden tab paints nothing, and waits
 * for its patience alone.
 */
export async function waitForPaint(): Promise<void> {
  // The callback of a frame runs before it is painted, and a timer after that.
  const painted = new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await Promise.race([painted, after(PAGE_PATIENCE_MS)]);
}

/** To be called after the first render. `goTo` opens a page of the app. */
export function startApp(goTo: (path: string) => void, load: () => Promise<GuestBridge> = loadGuestBridge): void {
  let guestBridge: Promise<GuestBridge | null> | null = null;

  /** Starts the guest's bridge, once. Resolves with null where its code can't be loaded now; the next call tries again. */
  const startGuestBridge = (): Promise<GuestBridge | null> =>
    (guestBridge ??= load().then(
      (bridge) => {
        void bridge.start.run(goTo);
        return bridge;
      },
      () => {
        guestBridge = null;
        setTimeout(startIfVisible, START_AGAIN_MS);
        return null;
      },
    ));
  const startIfVisible = () => {
    if (document.visibilityState === 'visible') void startGuestBridge();
  };

  window.addEventListener('storage', ({ key }) => {
    if (concernsSession(key)) void startGuestBridge().then((bridge) => bridge?.adopt());
  });
  window.addEventListener('offline', noteOffline);
  window.addEventListener('online', () => void startGuestBridge().then((bridge) => bridge?.start.onReconnected()));
  document.addEventListener('visibilitychange', startIfVisible);
  void startGuestBridge();
}

export function isSignedIn(): boolean {
  return sessionStore.getState().sessionId !== null;
}

export { can, hostStore };
