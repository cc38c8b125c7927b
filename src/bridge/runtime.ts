/** Everything that runs after the first paint; a chunk of its own. */
import { hostStore } from '../state/catalogue';
import { hearOffline } from '../state/connection';
import { loadHost } from './host';
import { currentIds } from './platform';
import { resumeIntents } from './intents';
import { flushRevocations } from './revocations';
import { adoptSession, beginSession } from './session';
import { registerServiceWorker } from './service-worker';
import { pollNow, recheckSession, startSync, tellVisibility } from './sync-worker';
import { pause } from './watch';

export { adoptSession };

/** iOS fails requests that are fired right when a page comes back. */
const RESUME_PAUSE_MS = 1_500;
/** The session check does not wait longer than this to hear what the host can do. */
const HOST_PATIENCE_MS = 2_000;

/** The session found is checked, the poller starts, open money is asked about, sign-outs that waited are told. */
export async function startRuntime(): Promise<void> {
  const since = currentIds()?.sessionId ?? null;
  document.addEventListener('visibilitychange', () => {
    const isVisible = document.visibilityState === 'visible';
    tellVisibility(isVisible);
    if (isVisible) clearBadge();
    if (isVisible && !navigator.onLine) hearOffline();
  });
  for (const event of ['pagehide', 'freeze']) window.addEventListener(event, () => tellVisibility(false));
  document.addEventListener('resume', () => tellVisibility(true));
  clearBadge();
  void flushRevocations();
  registerServiceWorker();
  await hostKnown();
  followPixel(since);
  const ids = currentIds();
  if (ids) beginSession(ids);
  // What the platform can do, and how it wants consents, decides what is asked of it.
  hostStore.subscribe(() => {
    const now = currentIds();
    if (now) startSync(now);
    followPixel(since);
  });
}

/** Whoever looks at the app has seen what the icon may have told of. Missing in some browsers; refused where nothing is installed. */
function clearBadge(): void {
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
}

let hasPixel = false;

/** The pixel's code is fetched only where the operator has one; `since`: the session in which the page was opened. */
function followPixel(since: string | null): void {
  const url = hostStore.getState().config?.pixelUrl ?? null;
  if (url === null && !hasPixel) return;
  hasPixel = true;
  void import('./pixel').then(({ setPixel }) => setPixel(url, since), () => undefined);
}

/** At once when the device knows the host; else when the host has said it, but not much later than that would take. */
async function hostKnown(): Promise<void> {
  const loading = loadHost();
  if (hostStore.getState().config !== null) return;
  await Promise.race([loading, pause(HOST_PATIENCE_MS)]);
}

export async function backOnline(): Promise<void> {
  await pollNow();
  void resumeIntents();
  void flushRevocations();
}

/** From the back/forward cache: who is signed in, and everything shown, is read again. */
export async function backFromCache(): Promise<void> {
  await adoptSession();
  tellVisibility(document.visibilityState === 'visible');
  await recheckSession();
  await pause(RESUME_PAUSE_MS);
  await pollNow();
  void resumeIntents();
}
