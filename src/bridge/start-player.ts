/** Runs after the first paint for players, and sends what waits on the device. */
import { GUEST_FEEDBACK_ENTRY } from '../data/schema';
import { hostStore } from '../state/catalogue';
import type { Bridge } from './bridge';
import { markFiguresDatedWhenOffline } from './figures/mark-figures-dated';
import type { PlayerBridge } from './player-bridge';
import { watchProtection } from './protection/watch-protection';
import { currentIds } from './session/ids';
import { tryDatabaseAgain } from './storage/try-database-again';

type PlayerStart = Pick<PlayerBridge, 'begin' | 'beginWithHost' | 'onVisible' | 'onReconnected'>;

export function createPlayerStart(bridge: Bridge): PlayerStart {
  const { database, onClose, outbox, revocations, session, sync } = bridge;
  let hasPixel = false;

  function begin(): void {
    onClose(markFiguresDatedWhenOffline());
    onClose(tryDatabaseAgain(database));
    void bridge.wipe.retry();
    void revocations.flush();
    flushGuestFeedback();
  }

  function beginWithHost(firstSessionId: string | null): void {
    followPixel(firstSessionId);
    const ids = currentIds();
    if (ids) session.begin(ids);
    bridge.details.watch();
    watchProtection(bridge);
    // The platform's capabilities and its consent policy decide which calls are made, so the sync starts anew when they change.
    onClose(hostStore.subscribe(() => {
      const now = currentIds();
      if (now) sync.start(now);
      followPixel(firstSessionId);
    }));
  }

  /** Fetches the pixel's code, only where the operator has one. `firstSessionId`: the session in which the page was opened. */
  function followPixel(firstSessionId: string | null): void {
    const url = hostStore.getState().config?.pixelUrl ?? null;
    if (url === null && !hasPixel) return;
    hasPixel = true;
    void import('./pixel/pixel').then(({ pixelOf }) => pixelOf(bridge).set(url, firstSessionId), () => undefined);
  }

  function onVisible(): void {
    void outbox.read();
    void revocations.flush();
    flushGuestFeedback();
  }

  async function onReconnected(): Promise<void> {
    void outbox.read();
    await sync.pollNow();
    void bridge.resumeIntents();
    void revocations.flush();
    flushGuestFeedback();
  }

  /** Sends a guest's feedback that waits; most devices never have any, and don't load the code that sends it. */
  function flushGuestFeedback(): void {
    void database
      .tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').getKey(GUEST_FEEDBACK_ENTRY))
      .then((read) => (read.ok && read.value !== undefined ? import('./outbox/guest-feedback').then(({ guestFeedbackOf }) => guestFeedbackOf(bridge).flush()) : undefined))
      // Where its chunk can't be loaded, the next connection tries again.
      .catch(() => undefined);
  }

  return { begin, beginWithHost, onVisible, onReconnected };
}
