/** Everything that runs after the first paint; a chunk of its own. */
import { countTransfers } from '../api/data-used';
import { GUEST_FEEDBACK_ENTRY } from '../data/schema';
import { hostStore } from '../state/catalogue';
import { hearOffline } from '../state/connection';
// Hears of every change of session on pages without a form, too.
import '../state/kept-input';
import { closeDialogs } from '../state/session';
import { applyUpdate, renewPage } from './update/apply-update';
import { database } from './storage/database';
import { dateFiguresWhenCut } from './figures/date-figures';
import { watchDetails } from './figures/details';
import { keepWhatIsKnown } from './update/first-install';
import { followHost } from './platform/follow-host';
import { loadHost } from './platform/host';
import { followPlace, loadPlace } from './platform/known-place';
import { currentIds } from './platform/platform';
import { resumeIntents } from './resume-intents';
import { onElsewhere as onNotServed } from './platform/place';
import { flushRevocations } from './session/revocations';
import { isSeen } from './page/seen';
import { followPageCache } from './session/revive';
import { adoptSession, beginSession } from './session/session';
import { registerServiceWorker } from './update/service-worker';
import { pollNow, startSync, tellVisibility } from './figures/sync-worker';
import { pause } from './page/watch';
import { watchProtection } from './protection/watch-protection';
import { retryWipe } from './session/wipe';

export { adoptSession, applyUpdate, renewPage };

/** The session check does not wait longer than this to hear what the host can do. */
const HOST_PATIENCE_MS = 2_000;

/** The session found is checked, the poller starts, open money is asked about, sign-outs that waited are told. */
export async function startRuntime(): Promise<void> {
  countTransfers();
  dateFiguresWhenCut();
  const since = currentIds()?.sessionId ?? null;
  document.addEventListener('visibilitychange', () => {
    tellVisibility(isSeen());
    if (isSeen()) comeIntoSight();
  });
  document.addEventListener('freeze', () => tellVisibility(false));
  document.addEventListener('resume', () => tellVisibility(document.visibilityState === 'visible'));
  followPageCache();
  clearBadge();
  void retryWipe();
  void flushRevocations();
  flushGuests();
  keepWhatIsKnown();
  registerServiceWorker();
  await hostKnown();
  followHost();
  // Put away and brought back before any of this ran.
  await adoptSession();
  followPixel(since);
  const ids = currentIds();
  if (ids) beginSession(ids);
  watchDetails();
  followPlace();
  watchProtection();
  // What the platform can do, and how it wants consents, decides what is asked of it.
  hostStore.subscribe(() => {
    const now = currentIds();
    if (now) startSync(now);
    followPixel(since);
  });
}

/** `goTo` shows why nothing can be played for here; what was typed into a dialog above the page is kept. */
export function onElsewhere(goTo: (path: string) => void): void {
  onNotServed((path) => {
    closeDialogs();
    void loadPlace();
    goTo(path);
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
  void import('./pixel/pixel').then(({ setPixel }) => setPixel(url, since), () => undefined);
}

/** At once when the device knows the host; else when the host has said it, but not much later than that would take. */
async function hostKnown(): Promise<void> {
  const loading = loadHost();
  if (hostStore.getState().config !== null) return;
  await Promise.race([loading, pause(HOST_PATIENCE_MS)]);
}

/** The connection came back while nobody saw the page. */
let wasBackUnseen = false;

function comeIntoSight(): void {
  clearBadge();
  if (!navigator.onLine) return hearOffline();
  if (wasBackUnseen) return void backOnline();
  void flushRevocations();
  flushGuests();
}

/** Out of sight only a sign-out is told, once; all else when the page is seen. */
export async function backOnline(): Promise<void> {
  wasBackUnseen = !isSeen();
  if (wasBackUnseen) return flushRevocations();
  await pollNow();
  void resumeIntents();
  void flushRevocations();
  flushGuests();
  void loadPlace();
}

/** What a guest wrote and is not sent yet; most devices never have any, and don't load what sends it. */
function flushGuests(): void {
  void database
    .tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').getKey(GUEST_FEEDBACK_ENTRY))
    .then((read) => (read.ok && read.value !== undefined ? import('./outbox/guest-feedback').then((box) => box.flushGuestFeedback()) : undefined))
    // Its chunk could not be loaded: at the next connection.
    .catch(() => undefined);
}
