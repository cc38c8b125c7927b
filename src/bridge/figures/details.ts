/**
 * Loads the player's personal details. They are stored on the device from the first visit on, so that they can be changed
 * offline, and loaded again when a change of them has been sent.
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
import type { SyncClient } from './sync-client';

/** The slot of the outbox in which a change of the details waits. */
export const DETAILS_SLOT = 'edit-profile';

interface DetailsDeps {
  readonly database: Database;
  readonly calls: Calls;
  readonly sync: SyncClient;
  /** Loads the outbox's queue, which few visits need. */
  readonly loadQueue: () => Promise<OutboxQueue>;
  readonly onClose: OnClose;
}

export interface OwnDetails {
  /** Shows what the device has, then what the platform answers. */
  readonly load: () => Promise<void>;
  /** From now on keeps them on the device for whoever signs in, and loads them again when a change of them was sent. */
  readonly watch: () => void;
}

export function createOwnDetails({ database, calls, sync, loadQueue, onClose }: DetailsDeps): OwnDetails {
  async function storedDetails(userId: string) {
    return getSnapshot(database, userId, 'details', details);
  }

  async function load(): Promise<void> {
    const ids = currentIds();
    if (!ids) return;
    // The stored details may be newer than those on the page, because the answer to a change that was just sent is stored, too.
    const snapshot = await storedDetails(ids.userId);
    const isNewer = snapshot && snapshot.data.version > (detailsStore.getState().details?.version ?? -1);
    if (isNewer && currentIds()?.sessionId === ids.sessionId) applyDetails(snapshot.data, { live: false, savedAt: snapshot.savedAt });
    const result = await calls.callAsPlayer(getDetails, ({ userId }) => ({ params: { userId } }));
    if (result.ok) applyDetails(result.data, { live: result.savedAt === null, savedAt: result.savedAt ?? Date.now() });
    else if (result.error.code !== 'canceled') setDetailsError(result.error);
  }

  /** Loads the details where the device has none yet, because without them they can't be changed offline. */
  async function loadIfMissing(): Promise<void> {
    const ids = currentIds();
    // While the platform's capabilities are not known, it may be one without details.
    if (!ids || hostStore.getState().config === null || !can('details')) return;
    if ((await storedDetails(ids.userId)) === null) await load();
  }

  /** Settles a change that was refused because of another change of other fields: sends it again, so that the player need not decide. */
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
      void loadIfMissing();
    }));
    onClose(outboxStore.subscribe((now, before) => {
      const [item, previous] = [outboxItemAt(now, DETAILS_SLOT), outboxItemAt(before, DETAILS_SLOT)];
      if (item?.state === 'conflict' && item !== previous) void settle(item);
      // The change was sent or taken back, and no newer one is in its slot.
      const hasLeft = previous && (!item || (item.id ?? 0) < (previous.id ?? 0));
      if (!hasLeft || !currentIds()) return;
      void load();
      // The page's frame shows the name, so the profile is read again, too.
      void sync.recheckSession();
    }));
    onClose(appStore.subscribe(({ update }, before) => {
      if (update === 'ready-offline' && before.update !== update) void loadIfMissing();
    }));
    void loadIfMissing();
  }

  return { load, watch };
}
