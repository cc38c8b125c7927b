/** What runs after the first paint for players, and for what waits on the device. */
import { GUEST_FEEDBACK_ENTRY } from '../data/schema';
import { hostStore } from '../state/catalogue';
import type { Bridge } from './bridge';
import { markFiguresDatedWhenOffline } from './figures/mark-figures-dated';
import type { PlayerPart } from './player-part';
import { watchProtection } from './protection/watch-protection';
import { currentIds } from './session/ids';

type PlayerStart = Pick<PlayerPart, 'begin' | 'goOn' | 'onVisible' | 'backOnline'>;

export function createPlayerStart(bridge: Bridge): PlayerStart {
  const { database, onClose, outbox, revocations, session, sync } = bridge;
  let hasPixel = false;

  function begin(): void {
    onClose(markFiguresDatedWhenOffline());
    void bridge.wipe.retry();
    void revocations.flush();
    flushGuestFeedback();
  }

  function goOn(since: string | null): void {
    followPixel(since);
    const ids = currentIds();
    if (ids) session.begin(ids);
    bridge.details.watch();
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

  function onVisible(): void {
    void outbox.read();
    void revocations.flush();
    flushGuestFeedback();
  }

  async function backOnline(): Promise<void> {
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
      // Its chunk could not be loaded: at the next connection.
      .catch(() => undefined);
  }

  return { begin, goOn, onVisible, backOnline };
}
