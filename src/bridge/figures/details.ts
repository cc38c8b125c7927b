/**
 * The own details: on the device from the first visit on, so that they can be changed offline, and read again whenever a
 * change of them has been sent.
 */
import { details, getDetails } from '../../core/contract/details';
import { detailsConflict } from '../../core/details-conflict';
import type { OutboxItem } from '../../core/outbox/item';
import type { Database } from '../../data/database';
import { getSnapshot } from '../../data/snapshots';
import { appStore } from '../../state/app';
import { can, hostStore } from '../../state/catalogue';
import { detailsStore, setDetailsError, applyDetails, resetDetails } from '../../state/details';
import { outboxItemAt, outboxStore } from '../../state/outbox';
import { sessionStore } from '../../state/session';
import type { OutboxQueue } from '../outbox/queue-result';
import type { OnClose } from '../page/on-close';
import type { Calls } from '../platform/calls';
import { currentIds } from '../session/ids';
import type { Sync } from './sync';

/** The slot of the outbox in which a change of the details waits. */
export const DETAILS_SLOT = 'edit-profile';

interface DetailsDeps {
  readonly database: Database;
  readonly calls: Calls;
  readonly sync: Sync;
  /** Seldom needed, and not by what every visit starts with. */
  readonly loadQueue: () => Promise<OutboxQueue>;
  readonly onClose: OnClose;
}

export interface OwnDetails {
  /** First what the device has, then what the platform says. */
  readonly load: () => Promise<void>;
  /** From now on they are on the device, and read again when a change of them was sent. */
  readonly watch: () => void;
}

export function createOwnDetails({ database, calls, sync, loadQueue, onClose }: DetailsDeps): OwnDetails {
  async function storedDetails(userId: string) {
    return getSnapshot(database, userId, 'details', details);
  }

  async function load(): Promise<void> {
    const ids = currentIds();
    if (!ids) return;
    if (detailsStore.getState().details === null) {
      const snapshot = await storedDetails(ids.userId);
      if (snapshot && currentIds()?.sessionId === ids.sessionId) applyDetails(snapshot.data, { live: false, savedAt: snapshot.savedAt });
    }
    const result = await calls.callAsPlayer(getDetails, ({ userId }) => ({ params: { userId } }));
    if (result.ok) applyDetails(result.data, { live: result.savedAt === null, savedAt: result.savedAt ?? Date.now() });
    else if (result.error.code !== 'canceled') setDetailsError(result.error);
  }

  /** Details can be changed offline only where the device has them: they are fetched once, and again when somebody can keep them. */
  async function warm(): Promise<void> {
    const ids = currentIds();
    // A platform that is not known yet may be one that has none.
    if (!ids || hostStore.getState().config === null || !can('details')) return;
    if ((await storedDetails(ids.userId)) === null) await load();
  }

  /** A change that met another one about something else goes out again over it; nobody is asked. */
  async function settle(item: OutboxItem | undefined): Promise<void> {
    const conflict = item && detailsConflict(item);
    if (!conflict || conflict.contestedMembers.length > 0) return;
    applyDetails(conflict.current, { live: true, savedAt: Date.now() });
    const outbox = await loadQueue();
    // Another player may have signed in while the code was loaded, and this change is not theirs.
    if (currentIds()?.userId !== item.userId) return;
    if (conflict.nextEdit) await outbox.queue('edit-profile', conflict.nextEdit);
    else await outbox.drop(item);
  }

  function watch(): void {
    onClose(sessionStore.subscribe(({ sessionId, userId }, before) => {
      if (sessionId === before.sessionId) return;
      if (userId !== before.userId) resetDetails();
      void warm();
    }));
    onClose(outboxStore.subscribe((now, before) => {
      const [item, previous] = [outboxItemAt(now, DETAILS_SLOT), outboxItemAt(before, DETAILS_SLOT)];
      if (item?.state === 'conflict' && item !== previous) void settle(item);
      if (!previous || item || !currentIds()) return;
      void load();
      // The frame shows the name, too.
      void sync.recheckSession();
    }));
    onClose(appStore.subscribe(({ update }, before) => {
      if (update === 'ready-offline' && before.update !== update) void warm();
    }));
    void warm();
  }

  return { load, watch };
}
