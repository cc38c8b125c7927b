/** Everything that runs after the first paint; a chunk of its own. */
import { GUEST_FEEDBACK_ENTRY } from '../data/schema';
import { hostStore } from '../state/catalogue';
import { noteOffline } from '../state/connection';
// It follows changes of the session, so it has to be loaded on pages without a form, too.
import '../state/form-input';
import { closeDialogs } from '../state/session';
import type { Bridge, Start } from './bridge';
import { markFiguresDatedWhenOffline } from './figures/mark-figures-dated';
import { isSeen } from './page/visibility';
import { pause } from './page/watch';
import { followHost } from './platform/follow-host';
import { watchProtection } from './protection/watch-protection';
import { currentIds } from './session/ids';
import { followPageCache } from './session/revive';

/** The session check does not wait longer than this to hear what the host can do. */
const HOST_PATIENCE_MS = 2_000;

export function createStart(bridge: Bridge): Start {
  const { database, host, onClose, place, revocations, session, sync } = bridge;
  let hasPixel = false;
  /** The connection came back while nobody saw the page. */
  let cameBackHidden = false;

  async function run(goTo: (path: string) => void): Promise<void> {
    // A dialog above the page closes, and the form in it keeps its input.
    onClose(bridge.notServed.follow((path) => {
      closeDialogs();
      void place.load();
      goTo(path);
    }));
    bridge.transfers.start();
    onClose(markFiguresDatedWhenOffline());
    const since = currentIds()?.sessionId ?? null;
    document.addEventListener('visibilitychange', () => {
      sync.tellVisibility(isSeen());
      if (isSeen()) onVisible();
    });
    document.addEventListener('freeze', () => sync.tellVisibility(false));
    document.addEventListener('resume', () => sync.tellVisibility(document.visibilityState === 'visible'));
    followPageCache(bridge);
    clearBadge();
    void bridge.wipe.retry();
    void revocations.flush();
    flushGuestFeedback();
    bridge.firstInstall.follow();
    bridge.app.registerWhenLoaded();
    await waitForHost();
    followHost(host);
    // The page may have been put away and brought back before any of this ran.
    await session.adopt();
    followPixel(since);
    const ids = currentIds();
    if (ids) session.begin(ids);
    bridge.details.watch();
    place.follow();
    watchProtection(bridge);
    // The platform's capabilities and its consent policy decide which calls are made, so the sync starts anew.
    onClose(hostStore.subscribe(() => {
      const now = currentIds();
      if (now) sync.start(now);
      followPixel(since);
    }));
  }

  /** The pixel's code is fetched only where the operator has one; `since`: the session in which the page was opened. */
  function followPixel(since: string | null): void {
    const url = hostStore.getState().config?.pixelUrl ?? null;
    if (url === null && !hasPixel) return;
    hasPixel = true;
    void import('./pixel/pixel').then(({ pixelOf }) => pixelOf(bridge).set(url, since), () => undefined);
  }

  /** At once when the device knows the host; else when the host has said it, but not much later than that would take. */
  async function waitForHost(): Promise<void> {
    const loading = host.load();
    if (hostStore.getState().config !== null) return;
    await Promise.race([loading, pause(HOST_PATIENCE_MS)]);
  }

  function onVisible(): void {
    clearBadge();
    if (!navigator.onLine) return noteOffline();
    if (cameBackHidden) return void backOnline();
    void bridge.outbox.read();
    void revocations.flush();
    flushGuestFeedback();
  }

  async function backOnline(): Promise<void> {
    cameBackHidden = !isSeen();
    if (cameBackHidden) return revocations.flush();
    void bridge.outbox.read();
    await sync.pollNow();
    void bridge.resumeIntents();
    void revocations.flush();
    flushGuestFeedback();
    void place.load();
  }

  /** Sends a guest's feedback that waits; most devices never have any, and don't load the code that sends it. */
  function flushGuestFeedback(): void {
    void database
      .tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').getKey(GUEST_FEEDBACK_ENTRY))
      .then((read) => (read.ok && read.value !== undefined ? import('./outbox/guest-feedback').then(({ guestFeedbackOf }) => guestFeedbackOf(bridge).flush()) : undefined))
      // Its chunk could not be loaded: at the next connection.
      .catch(() => undefined);
  }

  return { run, backOnline };
}

/** Removes the badge, because the player sees the app now. Missing in some browsers; refused where nothing is installed. */
function clearBadge(): void {
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
}
