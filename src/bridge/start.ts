/** Runs after the first paint. It is a chunk of its own. */
import { appStore } from '../state/app';
import { hostStore } from '../state/catalogue';
import { noteOffline } from '../state/connection';
// This import has a side effect: the module deletes typed input when the session changes, so pages without a form need it, too.
import '../state/form-input';
import { closeDialogs } from '../state/session';
import type { GuestBridge, Start } from './guest-bridge';
import { isPageVisible, pauseWhileVisible, whenPageVisible } from './page/visibility';
import { pause } from './page/pause';
import type { PlayerBridge } from './player-bridge';
import { followHost } from './platform/follow-host';
import { currentIds } from './session/ids';
import { createPlayerNeed } from './session/player-need';
import { followPageCache } from './session/revive';

/** The session check waits no longer than this to learn what the host can do. */
const HOST_PATIENCE_MS = 2_000;
/** The player's bridge that could not be loaded is asked for again after this. */
export const LOAD_AGAIN_MS = 15_000;

interface StartWithPlayer extends Start {
  /** Called when the player's bridge is plugged in. It then does the steps of the start that the page has passed already. */
  readonly startPlayerBridge: (bridge: PlayerBridge) => void;
  /** Called when the player's bridge could not be loaded. It is asked for again until it is there or nothing needs it any more. */
  readonly loadAgain: () => void;
}

export function createStart(bridge: Omit<GuestBridge, 'start'>): StartWithPlayer {
  const { adopt, host, onClose, place, player } = bridge;
  const need = createPlayerNeed(bridge);
  const progress = { isRunning: false, isHostKnown: false };
  /** The session in which the page was opened. */
  let firstSessionId: string | null = null;
  /** True: the connection came back while the page was hidden. */
  let cameBackHidden = false;
  let isLoadingAgain = false;
  const closing = new AbortController();
  onClose(() => closing.abort());

  async function run(goTo: (path: string) => void): Promise<void> {
    // A dialog above the page closes, and the form in it keeps its input.
    onClose(bridge.notServed.follow((path) => {
      closeDialogs();
      void place.load();
      goTo(path);
    }));
    bridge.transfers.start();
    firstSessionId = currentIds()?.sessionId ?? null;
    document.addEventListener('visibilitychange', () => {
      player.bridge()?.tellVisibility(isPageVisible());
      if (isPageVisible()) onVisible();
    });
    document.addEventListener('freeze', () => player.bridge()?.tellVisibility(false));
    document.addEventListener('resume', () => player.bridge()?.tellVisibility(document.visibilityState === 'visible'));
    followPageCache(bridge);
    clearBadge();
    progress.isRunning = true;
    player.bridge()?.begin();
    void loadIfNeeded();
    // When the database works again, a wipe that failed may succeed, and it can say what waits in it. Both need the player's bridge.
    onClose(appStore.subscribe(({ storage }, before) => void (storage === 'disk' && before.storage !== 'disk' && loadIfNeeded())));
    bridge.firstInstall.follow();
    bridge.app.registerWhenLoaded();
    await waitForHost();
    onClose(followHost(host));
    // The page may have been put away and brought back before any of this ran.
    await adopt();
    progress.isHostKnown = true;
    player.bridge()?.beginWithHost(firstSessionId);
    loadIfCertain();
    place.follow();
    onClose(hostStore.subscribe(loadIfCertain));
  }

  function startPlayerBridge(playerBridge: PlayerBridge): void {
    if (progress.isRunning) playerBridge.begin();
    if (progress.isHostKnown) void adopt().then(() => playerBridge.beginWithHost(firstSessionId));
  }

  function loadIfCertain(): void {
    if (player.bridge() === null && need.isCertain()) void player.load();
  }

  /** Loads the player's bridge if something needs it. */
  async function loadIfNeeded(): Promise<void> {
    if (player.bridge() === null && (await need.isNeeded())) await player.load();
  }

  async function loadAgain(): Promise<void> {
    if (isLoadingAgain) return;
    isLoadingAgain = true;
    do {
      await pauseWhileVisible(LOAD_AGAIN_MS, closing.signal);
      await whenPageVisible();
    } while (!closing.signal.aborted && player.bridge() === null && (await need.isNeeded()) && !(await player.load()));
    isLoadingAgain = false;
  }

  /**
   * Resolves at once where the device has stored what the host can do; otherwise when the host has said it, or after
   * `HOST_PATIENCE_MS`.
   */
  async function waitForHost(): Promise<void> {
    const loading = host.load();
    if (hostStore.getState().config !== null) return;
    await Promise.race([loading, pause(HOST_PATIENCE_MS)]);
  }

  function onVisible(): void {
    clearBadge();
    if (!navigator.onLine) return noteOffline();
    if (cameBackHidden) return void onReconnected();
    const playerBridge = player.bridge();
    if (playerBridge) playerBridge.onVisible();
    else void loadIfNeeded();
  }

  async function onReconnected(): Promise<void> {
    cameBackHidden = !isPageVisible();
    const playerBridge = player.bridge();
    if (cameBackHidden) return playerBridge ? playerBridge.flush() : loadIfNeeded();
    await (playerBridge ? playerBridge.onReconnected() : loadIfNeeded());
    void place.load();
  }

  return { run, onReconnected, startPlayerBridge, loadAgain: () => void loadAgain() };
}

/** Removes the badge, because the player sees the app now. Some browsers lack badges, and refuse the call where nothing is installed. */
function clearBadge(): void {
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
}
