/** The only file that knows `navigator.serviceWorker`: registers it, offers updates, applies them at a safe moment. */
import { appStore, setUpdate } from '../state/app';
import { intentsStore, openIntents } from '../state/intents';
import { trustedServiceWorkerUrl } from './trusted-urls';

/** An update that does not take over in time is given up; the next start applies it. */
const APPLY_DEADLINE_MS = 15_000;
/** How often a page that stays open looks for a new version. */
const UPDATE_CHECK_MS = 60 * 60 * 1000;

let registration: ServiceWorkerRegistration | null = null;
let isBusy: () => boolean = () => false;

/** A page says when an update would hurt (in the middle of a round); money under way counts by itself. */
export function setBusy(busy: () => boolean): void {
  isBusy = busy;
}

/** Whether the page may be loaded anew now without losing anything. */
export function isSafeBoundary(): boolean {
  return !isBusy() && openIntents(intentsStore.getState()).length === 0;
}

function offerWaiting(found: ServiceWorkerRegistration): void {
  // The first install has nothing to replace.
  if (found.waiting && navigator.serviceWorker.controller) setUpdate('offered');
}

function follow(found: ServiceWorkerRegistration): void {
  const { installing } = found;
  if (!installing) return;
  const isFirst = navigator.serviceWorker.controller === null;
  installing.addEventListener('statechange', () => {
    if (installing.state === 'installed' && !isFirst) offerWaiting(found);
    if (installing.state === 'activated' && isFirst) setUpdate('ready-offline');
  });
}

async function register(): Promise<void> {
  const found = await navigator.serviceWorker.register(trustedServiceWorkerUrl(), { scope: '/', updateViaCache: 'imports' });
  registration = found;
  offerWaiting(found);
  follow(found);
  found.addEventListener('updatefound', () => follow(found));
  setInterval(() => {
    // Offline it fails, and there is nothing to say about that.
    if (document.visibilityState === 'visible') found.update().catch(() => undefined);
  }, UPDATE_CHECK_MS);
}

/**
 * Registers the service worker once the page has loaded, so that the precache does not compete with the first paint.
 * Where there are no service workers (private mode, plain HTTP) everything works without.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/**
 * Applies a waiting update: the new service worker takes over, then the page loads anew. False when it did not
 * happen: no update, money under way, or no take-over within 15 s.
 */
export async function applyUpdate(): Promise<boolean> {
  const waiting = registration?.waiting;
  if (!waiting || !isSafeBoundary() || appStore.getState().update === 'applying') return false;
  setUpdate('applying');
  const taken = new Promise<boolean>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true });
    setTimeout(() => resolve(false), APPLY_DEADLINE_MS);
  });
  waiting.postMessage({ type: 'apply-update' });
  if (await taken) {
    location.reload();
    return true;
  }
  setUpdate('offered');
  return false;
}
