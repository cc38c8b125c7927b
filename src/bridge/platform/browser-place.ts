/**
 * Asks the platform where it sees this browser and what holds there: at the start, after every change of session, when the
 * connection is back, and when a call was refused because of the place. The answer is stored for visits without a connection;
 * that of a player goes when they sign out.
 */
import { getPlace, place } from '../../core/contract/place';
import type { Database } from '../../data/database';
import { readFence } from '../../data/fence-entry';
import { PUBLIC_USER } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { appStore } from '../../state/app';
import { can, hostStore } from '../../state/catalogue';
import { sessionStore } from '../../state/session';
import type { OnClose } from '../page/on-close';
import { currentIds } from '../session/ids';
import type { Calls } from './calls';

const KIND = 'place';

interface BrowserPlaceDeps {
  readonly calls: Calls;
  readonly database: Database;
  /** Epoch ms. */
  readonly now: () => number;
  readonly onClose: OnClose;
}

export interface BrowserPlace {
  /** Shows what the device has, then what the platform says. Does nothing where the platform knows no places. Never rejects. */
  readonly load: () => Promise<void>;
  /** Asks now, and from now on after every change of session, and when the host has said what the platform can do. */
  readonly follow: () => void;
}

export function createBrowserPlace({ calls, database, now, onClose }: BrowserPlaceDeps): BrowserPlace {
  /** Questions are numbered, because their answers may come in another order, and an older answer must not replace a newer one. */
  let lastQuestion = 0;
  let newestAnswered = 0;

  async function load(): Promise<void> {
    // Until the host has answered, the platform may be one that knows no places.
    if (hostStore.getState().config === null || !can('place')) return;
    const ids = currentIds();
    const userId = ids?.userId ?? PUBLIC_USER;
    const isCurrent = () => currentIds()?.sessionId === ids?.sessionId;
    const [fence, snapshot] = await Promise.all([readFence(database), getSnapshot(database, userId, KIND, place)]);
    if (snapshot && isCurrent() && !appStore.getState().place) appStore.setState({ place: { ...snapshot.data, savedAt: snapshot.savedAt } });
    const question = (lastQuestion += 1);
    const result = ids ? await calls.callAsPlayer(getPlace, () => ({})) : await calls.callOpen(getPlace, {});
    if (!result.ok || !isCurrent() || question < newestAnswered) return;
    newestAnswered = question;
    const savedAt = now();
    appStore.setState({ place: { ...result.data, savedAt } });
    const newSnapshot = { userId, kind: KIND, savedAt, etag: null, balanceVersion: null, data: result.data };
    await putSnapshot(database, newSnapshot, fence?.epoch ?? 0, place);
  }

  function follow(): void {
    onClose(sessionStore.subscribe(({ sessionId }, before) => {
      if (sessionId === before.sessionId) return;
      // The next player may be served differently from the same place.
      appStore.setState({ place: null });
      void load();
    }));
    onClose(hostStore.subscribe(({ config }, before) => {
      if (before.config === null && config !== null) void load();
    }));
    void load();
  }

  return { load, follow };
}
