/** Everything that runs after the first paint; a chunk of its own. */
import { appStore } from '../state/app';
import { hostStore } from '../state/catalogue';
import { noteOffline } from '../state/connection';
// It follows changes of the session, so it has to be loaded on pages without a form, too.
import '../state/form-input';
import { closeDialogs } from '../state/session';
import type { GuestBridge, Start } from './guest-bridge';
import { isSeen } from './page/visibility';
import { pause } from './page/watch';
import type { PlayerPart } from './player-part';
import { followHost } from './platform/follow-host';
import { currentIds } from './session/ids';
import { createPlayerNeed } from './session/player-need';
import { followPageCache } from './session/revive';

/** The session check does not wait longer than this to hear what the host can do. */
const HOST_PATIENCE_MS = 2_000;

interface StartWithPlayer extends Start {
  /** The player's part was plugged in: it does what this page has come to by then. */
  readonly startPart: (part: PlayerPart) => void;
}

export function createStart(bridge: Omit<GuestBridge, 'start'>): StartWithPlayer {
  const { adopt, host, onClose, place, player } = bridge;
  const need = createPlayerNeed(bridge);
  const progress = { isRunning: false, isHostKnown: false };
  /** The session in which the page was opened. */
  let since: string | null = null;
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
    since = currentIds()?.sessionId ?? null;
    document.addEventListener('visibilitychange', () => {
      player.part()?.tellVisibility(isSeen());
      if (isSeen()) onVisible();
    });
    document.addEventListener('freeze', () => player.part()?.tellVisibility(false));
    document.addEventListener('resume', () => player.part()?.tellVisibility(document.visibilityState === 'visible'));
    followPageCache(bridge);
    clearBadge();
    progress.isRunning = true;
    player.part()?.begin();
    void loadWhereNeeded();
    // The store is back, and with it what a wipe could not reach.
    onClose(appStore.subscribe(({ storage }, before) => void (storage === 'kept' && before.storage !== 'kept' && loadWhereKnown())));
    bridge.firstInstall.follow();
    bridge.app.registerWhenLoaded();
    await waitForHost();
    followHost(host);
    // The page may have been put away and brought back before any of this ran.
    await adopt();
    progress.isHostKnown = true;
    player.part()?.goOn(since);
    loadWhereKnown();
    place.follow();
    onClose(hostStore.subscribe(loadWhereKnown));
  }

  function startPart(part: PlayerPart): void {
    if (progress.isRunning) part.begin();
    if (progress.isHostKnown) void adopt().then(() => part.goOn(since));
  }

  function loadWhereKnown(): void {
    if (player.part() === null && need.isKnown()) void player.load();
  }

  /** Loads the player's part where something needs it; where it did not come, the next sign of life of the page tries again. */
  async function loadWhereNeeded(): Promise<void> {
    if (player.part() === null && (await need.isThere())) await player.load();
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
    const part = player.part();
    if (part) part.onVisible();
    else void loadWhereNeeded();
  }

  async function backOnline(): Promise<void> {
    cameBackHidden = !isSeen();
    const part = player.part();
    if (cameBackHidden) return part ? part.flush() : loadWhereNeeded();
    await (part ? part.backOnline() : loadWhereNeeded());
    void place.load();
  }

  return { run, backOnline, startPart };
}

/** Removes the badge, because the player sees the app now. Missing in some browsers; refused where nothing is installed. */
function clearBadge(): void {
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
}
