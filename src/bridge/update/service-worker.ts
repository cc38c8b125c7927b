/** Registers the service worker, follows its updates, and takes it away again. */
import { isOfApp } from '../../data/app-caches';
import { appStore, setUpdate } from '../../state/app';
import { readOfflineChoice, savesData } from '../../state/offline-choice';
import type { Connection } from '../../state/offline-choice';
import { isSwitchedOff } from '../platform/host';
import type { Host } from '../platform/host';
import { whenPageVisible } from '../page/visibility';
import { trustedServiceWorkerUrl } from '../page/trusted-urls';
import { serviceWorkerContainer } from './service-worker-container';

/** A page that stays open or comes back looks for a new version this often at most. */
export const UPDATE_CHECK_MS = 60 * 60 * 1000;
/** The open page checks this often whether that time has passed. */
const CHECK_TICK_MS = 10 * 60 * 1000;

/** Returns true if this browser can store the app at all. */
export const canKeepApp = (): boolean => serviceWorkerContainer() !== undefined;

/** Returns true if this phone is set to save data. */
export function isDataSaved(): boolean {
  const { connection }: Partial<Navigator> & { readonly connection?: Connection } = navigator;
  return savesData(connection, (query) => matchMedia(query).matches);
}

/** The service worker of this site, if there is one. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return serviceWorkerContainer()?.getRegistration('/');
}

/** The pauses before a failed first install is tried again. The last one repeats. */
const RETRY_MS = [5_000, 15_000, 60_000, 5 * 60_000];

/** Looks for a new version, not more often than once an hour. Offline this fails, which needs no handling. */
function watchForUpdates(registration: ServiceWorkerRegistration): void {
  let lastCheckAt = performance.now();
  const checkForUpdate = () => {
    if (document.visibilityState !== 'visible' || performance.now() - lastCheckAt < UPDATE_CHECK_MS) return;
    lastCheckAt = performance.now();
    registration.update().catch(() => undefined);
  };
  setInterval(checkForUpdate, CHECK_TICK_MS);
  document.addEventListener('visibilitychange', () => {
    checkForUpdate();
    // The last tab of an older version may have been closed just before.
    if (document.visibilityState === 'visible') serviceWorkerContainer()?.controller?.postMessage({ type: 'clean-up' });
  });
}

/**
 * Asks the active worker to control this page. At the end of a first install it takes all pages that run, which leaves out one that is
 * just being loaded: that page would have nothing stored for it until it is opened again.
 */
function askForControl(serviceWorkers: ServiceWorkerContainer, { active, waiting }: ServiceWorkerRegistration): void {
  // A new version that waits will take the page together with all others.
  if (serviceWorkers.controller || waiting || !active) return;
  serviceWorkers.addEventListener('controllerchange', () => setUpdate('ready-offline'), { once: true });
  active.postMessage({ type: 'take-page' });
}

export interface AppOnDevice {
  /**
   * Registers the service worker once the page has loaded, so that the precache does not compete with the first paint. Does
   * nothing where the player does not want it, and on a phone that saves data unless the player said yes.
   */
  readonly registerWhenLoaded: () => void;
  /** Installs now. Returns false where the download failed. Never rejects. */
  readonly installNow: () => Promise<boolean>;
  /** Takes the app off this device; game art and everything of the player stays. Never rejects. */
  readonly drop: () => Promise<void>;
}

export function createAppOnDevice(host: Host): AppOnDevice {
  let retries = 0;
  /** True while the updates of the registration are followed. */
  let isFollowed = false;
  /** The worker whose install is followed. It is stored because the browser may report the same one twice. */
  let followedWorker: ServiceWorker | null = null;

  /**
   * Registers again after a pause, once the page is visible. Nothing else would, because a first install that failed leaves
   * nothing behind. Files that have been fetched by then are not fetched again.
   */
  function tryAgain(): void {
    const ms = RETRY_MS[Math.min(retries, RETRY_MS.length - 1)];
    retries += 1;
    isFollowed = false;
    followedWorker = null;
    setTimeout(() => void whenPageVisible().then(registerWhenLoaded), ms);
  }

  function follow(registration: ServiceWorkerRegistration): void {
    const { installing } = registration;
    if (!installing || installing === followedWorker) return;
    followedWorker = installing;
    // A first install replaces nothing, so no update is offered.
    const isFirst = registration.active === null;
    let wasActive = false;
    installing.addEventListener('statechange', () => {
      if (installing.state === 'installed' && !isFirst) setUpdate('offered');
      // The browser has activated the worker by itself, because every tab of the old version was closed.
      if (installing.state === 'activated' && !isFirst && appStore.getState().update === 'offered') setUpdate('none');
      // A worker that was active has been replaced, or has unregistered itself, so its end is no failed install.
      wasActive ||= installing.state === 'activated';
      if (installing.state === 'redundant' && isFirst && !wasActive) tryAgain();
      // A worker that does not take over the page, like the kill switch, makes nothing ready for offline use.
      if (installing.state === 'activated' && isFirst && serviceWorkerContainer()?.controller) setUpdate('ready-offline');
    });
  }

  /** Returns true if a page without a service worker may get one now. Where the phone saves data, the player is asked first. */
  async function mayInstall(): Promise<boolean> {
    if (readOfflineChoice() === 'unasked' && isDataSaved()) {
      setUpdate('ask-offline');
      return false;
    }
    // Where the operator has switched it off, the script at its address only unregisters itself, and would do so again at every visit.
    const version = await host.askVersion();
    return version === null || !isSwitchedOff(version);
  }

  async function register(serviceWorkers: ServiceWorkerContainer): Promise<void> {
    if (readOfflineChoice() === 'no') return;
    if (!(await findRegistration()) && !(await mayInstall())) return;
    const registration = await serviceWorkers.register(trustedServiceWorkerUrl(), { scope: '/', updateViaCache: 'imports' });
    if (isFollowed) return;
    isFollowed = true;
    if (registration.waiting && registration.active) setUpdate('offered');
    follow(registration);
    askForControl(serviceWorkers, registration);
    registration.addEventListener('updatefound', () => follow(registration));
    watchForUpdates(registration);
  }

  function registerWhenLoaded(): void {
    const serviceWorkers = serviceWorkerContainer();
    if (!serviceWorkers) return;
    const start = () => void register(serviceWorkers).catch(() => tryAgain());
    if (document.readyState === 'complete') start();
    else window.addEventListener('load', start, { once: true });
  }

  async function installNow(): Promise<boolean> {
    const serviceWorkers = serviceWorkerContainer();
    if (!serviceWorkers) return false;
    try {
      await register(serviceWorkers);
      const registration = await serviceWorkers.getRegistration('/');
      const worker = registration?.installing ?? registration?.waiting;
      if (!worker) return Boolean(registration?.active);
      return await new Promise((resolve) => {
        worker.addEventListener('statechange', () => {
          if (worker.state === 'activated') resolve(true);
          if (worker.state === 'redundant') resolve(false);
        });
      });
    } catch {
      return false;
    }
  }

  async function drop(): Promise<void> {
    try {
      await (await findRegistration())?.unregister();
      isFollowed = false;
      for (const name of await caches.keys()) if (isOfApp(name)) await caches.delete(name);
    } catch {
      // A browser without service workers has stored nothing.
    }
  }

  return { registerWhenLoaded, installNow, drop };
}
