/**
 * Where the platform sees this browser, and what holds there: asked at the start, after every change of session, when the
 * connection is back and when something was refused for it. Kept for visits without a connection; of a player until they
 * sign out.
 */
import { getPlace, place } from '../../core/contract/place';
import type { Database } from '../../data/database';
import { readFence } from '../../data/fence';
import { PUBLIC_USER } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { appStore } from '../../state/app';
import { can, hostStore } from '../../state/catalogue';
import { sessionStore } from '../../state/session';
import type { OnClose } from '../page/on-close';
import { currentIds } from '../session/ids';
import type { Calls } from './calls';

const KIND = 'place';

interface KnownPlaceDeps {
  readonly calls: Calls;
  readonly database: Database;
  /** Epoch ms. */
  readonly now: () => number;
  readonly onClose: OnClose;
}

export interface KnownPlace {
  /** First what the device has, then what the platform says. Nothing where the platform knows no places. Never rejects. */
  readonly load: () => Promise<void>;
  /** Asks now, after every change of session, and when the host has said what the platform can do. */
  readonly follow: () => void;
}

export function createKnownPlace({ calls, database, now, onClose }: KnownPlaceDeps): KnownPlace {
  async function load(): Promise<void> {
    // A platform that is not known yet may be one that has none.
    if (hostStore.getState().config === null || !can('place')) return;
    const ids = currentIds();
    const userId = ids?.userId ?? PUBLIC_USER;
    const isCurrent = () => currentIds()?.sessionId === ids?.sessionId;
    const [fence, stored] = await Promise.all([readFence(database), getSnapshot(database, userId, KIND, place)]);
    if (stored && isCurrent() && !appStore.getState().place) appStore.setState({ place: { ...stored.data, savedAt: stored.savedAt } });
    const result = ids ? await calls.callAsPlayer(getPlace, () => ({})) : await calls.callOpen(getPlace, {});
    if (!result.ok || !isCurrent()) return;
    const savedAt = now();
    appStore.setState({ place: { ...result.data, savedAt } });
    const snapshot = { userId, kind: KIND, savedAt, etag: null, balanceVersion: null, data: result.data };
    await putSnapshot(database, snapshot, fence?.epoch ?? 0, place);
  }

  function follow(): void {
    onClose(sessionStore.subscribe(({ sessionId }, before) => {
      if (sessionId === before.sessionId) return;
      // What holds for a player may be another thing for the next.
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
