/**
 * Wipes the device when it changes hands. A wipe that failed (a store that does not answer, a phone that is too slow) stays
 * pending and is tried again: every 20 s, when the store is back, and at every start, whoever is signed in by then.
 */
import { hasIndexedDb, MEMORY_MS } from '../../data/database';
import type { Database } from '../../data/database';
import { dropFirstScreens } from '../../data/first-screens';
import { raiseEpoch } from '../../data/fence';
import type { EpochRaise } from '../../data/fence';
import type { IntentRecords } from '../../data/intents';
import { appStore } from '../../state/app';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { sessionStore } from '../../state/session';
import type { OnClose } from '../page/on-close';
import { createTimer } from '../page/timer';
import type { PendingWipe } from './pending-wipe';

interface WipeDeps {
  readonly database: Database;
  readonly intentRecords: IntentRecords;
  readonly pendingWipe: PendingWipe;
  readonly onClose: OnClose;
}

export interface Wipe {
  /** Notes that everything on this device has to be wiped, in case the page is closed before it is. */
  readonly announce: () => void;
  /** Deletes what the device has of anybody but the next player, at once or as soon as its database allows it. Never rejects. */
  readonly changeHands: (raise: EpochRaise) => Promise<void>;
  /** Deletes what an earlier change of hands could not delete, if anything. Never rejects. */
  readonly retry: () => Promise<void>;
}

function currentUserId(): string | null {
  // A session that local storage did not take belongs to this page alone; any other may have been changed by another tab.
  if (!appStore.getState().isSessionStored) return sessionStore.getState().userId;
  return readSessionEntries(localEntries())?.userId ?? null;
}

export function createWipe({ database, intentRecords, pendingWipe, onClose }: WipeDeps): Wipe {
  const timer = createTimer(onClose);
  let runningWipes = 0;
  /** Counts the changes of hands, so that only the last one clears the note. */
  let changeCount = 0;

  /**
   * Wipes the device. Returns false when data of somebody may still be there: where the wipe failed, and where a later change
   * overtook this one, which wiped nothing then.
   */
  async function tryWipe(raise: EpochRaise): Promise<boolean> {
    runningWipes += 1;
    try {
      const result = await raiseEpoch(database, raise);
      return result.ok && !result.value.isOvertaken;
    } catch {
      return false;
    } finally {
      runningWipes -= 1;
    }
  }

  function retryLater(): void {
    timer.stop();
    // A browser without a database has nothing to wipe.
    if (!hasIndexedDb()) return pendingWipe.clear();
    // While data may be left in the database, the page must not say that this browser stores nothing.
    if (appStore.getState().storage === 'memory') appStore.setState({ storage: 'unknown' });
    timer.start(MEMORY_MS, () => void retry());
  }

  async function changeHands(raise: EpochRaise): Promise<void> {
    const { userId, keepQueuesOf = userId } = raise;
    const changeNumber = (changeCount += 1);
    pendingWipe.write(keepQueuesOf === userId ? 'all' : 'figures');
    intentRecords.wipeFallback(keepQueuesOf);
    void dropFirstScreens();
    const isDone = await tryWipe(raise);
    if (changeNumber !== changeCount) return;
    // The next try wipes for whoever is signed in by then.
    if (isDone) pendingWipe.clear();
    else retryLater();
  }

  async function retry(): Promise<void> {
    const scope = pendingWipe.read();
    // A change of hands that is under way wipes all of it by itself.
    if (scope === null || runningWipes > 0) return;
    const changeNumber = changeCount;
    const userId = currentUserId();
    if (scope === 'all') intentRecords.wipeFallback(userId);
    const isCurrent = () => changeNumber === changeCount && currentUserId() === userId;
    const isDone = await tryWipe({ userId, keepAllQueues: scope === 'figures', isCurrent });
    if (changeNumber !== changeCount) return;
    if (isDone) pendingWipe.clear();
    else retryLater();
  }

  onClose(appStore.subscribe(({ storage }, before) => {
    if (storage === 'disk' && before.storage !== 'disk') void retry();
  }));
  return { announce: () => pendingWipe.write('all'), changeHands, retry };
}
