/** Everything that runs after the first paint; a chunk of its own. */
import { countTransfers } from '../api/data-used';
import { hostStore } from '../state/catalogue';
import { hearOffline } from '../state/connection';
import { applyUpdate, renewPage } from './apply-update';
import { watchDetails } from './details';
import { keepWhatIsKnown } from './first-install';
import { loadHost } from './host';
import { currentIds } from './platform';
import { resumeIntents } from './intents';
import { flushRevocations } from './revocations';
import { adoptSession, beginSession } from './session';
import { registerServiceWorker } from './service-worker';
import { pollNow, recheckSession, startSync, tellVisibility } from './sync-worker';
import { pause } from './watch';

export { adoptSession, applyUpdate, renewPage };

/** iOS fails requests that are fired right when a page comes back. */
const RESUME_PAUSE_MS = 1_500;
/** The session check does not wait longer than this to hear what the host can do. */
const HOST_PATIENCE_MS = 2_000;

/** The session found is checked, the poller starts, open money is asked about, sign-outs that waited are told. */
export async function startRuntime(): Promise<void> {
  countTransfers();
  document.addEventListener('visibilitychange', () => {
    const isVisible = document.visibilityState === 'visible';
    tellVisibility(isVisible);
    if (isVisible && !navigator.onLine) hearOffline();
  });
  for (const event of ['pagehide', 'freeze']) window.addEventListener(event, () => tellVisibility(false));
  document.addEventListener('resume', () => tellVisibility(true));
  void flushRevocations();
  keepWhatIsKnown();
  registerServiceWorker();
  await hostKnown();
  const ids = currentIds();
  if (ids) beginSession(ids);
  watchDetails();
  // What the platform can do, and how it wants consents, decides what is asked of it.
  hostStore.subscribe(() => {
    const now = currentIds();
    if (now) startSync(now);
  });
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
