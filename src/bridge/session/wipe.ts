/**
 * Wipes the device when it changes hands. A wipe that failed (a store that does not answer, a phone that is too slow) stays
 * pending and is tried again: every 20 s, when the store is back, and at every start, whoever is signed in by then.
 */
import { hasIndexedDb, MEMORY_MS } from '../../data/database';
import type { Database } from '../../data/database';
import { raiseEpoch } from '../../data/fence';
import type { Raise } from '../../data/fence';
import type { IntentShelf } from '../../data/intents';
import { appStore } from '../../state/app';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { sessionStore } from '../../state/session';
import type { OnClose } from '../page/on-close';
import { createTimer } from '../page/timer';
import type { PendingWipe } from './pending-wipe';

interface WipeDeps {
  readonly database: Database;
  readonly intentShelf: IntentShelf;
  readonly pendingWipe: PendingWipe;
  readonly onClose: OnClose;
}

export interface Wipe {
  /** Notes that all of this device is to be wiped, should the page be closed before it is. */
  readonly announce: () => void;
  /** Deletes what the device has of anybody but the next player, at once or as soon as its store lets it. Never rejects. */
  readonly changeHands: (raise: Raise) => Promise<void>;
  /** Deletes what an earlier change of hands could not wipe, if anything. Never rejects. */
  readonly retry: () => Promise<void>;
}

function currentUserId(): string | null {
  // A session that storage would not take is this page's own; else other tabs have a say in it.
  if (!appStore.getState().isSessionStored) return sessionStore.getState().userId;
  return readSessionEntries(localEntries())?.userId ?? null;
}

export function createWipe({ database, intentShelf, pendingWipe, onClose }: WipeDeps): Wipe {
  const timer = createTimer(onClose);
  let runningWipes = 0;
  /** Counts the changes of hands, so that only the last one clears the note. */
  let changeCount = 0;

  /** False when something of somebody may still be there. */
  async function isWiped(raise: Raise): Promise<boolean> {
    runningWipes += 1;
    try {
      return (await raiseEpoch(database, raise)).ok;
    } catch {
      return false;
    } finally {
      runningWipes -= 1;
    }
  }

  function retryLater(): void {
    timer.stop();
    // A browser without a store has nothing to wipe.
    if (!hasIndexedDb()) return pendingWipe.clear();
    // The page must not say now that this browser keeps nothing.
    if (appStore.getState().storage === 'memory') appStore.setState({ storage: 'unknown' });
    timer.start(MEMORY_MS, () => void retry());
  }

  async function changeHands(raise: Raise): Promise<void> {
    const { userId, keepQueuesOf = userId, isCurrent: isStillCurrent = () => true } = raise;
    const turn = { had: false };
    const isCurrent = () => (turn.had = isStillCurrent());
    const changeNumber = (changeCount += 1);
    pendingWipe.write(keepQueuesOf === userId ? 'all' : 'figures');
    intentShelf.wipeFallback(keepQueuesOf);
    const isDone = await isWiped({ ...raise, isCurrent });
    if (changeNumber !== changeCount) return;
    // One that was overtaken wiped nothing: the next try wipes for whoever is signed in by then.
    if (isDone && turn.had) pendingWipe.clear();
    else retryLater();
  }

  async function retry(): Promise<void> {
    const scope = pendingWipe.read();
    // A change of hands that is under way wipes all of it by itself.
    if (scope === null || runningWipes > 0) return;
    const changeNumber = changeCount;
    const userId = currentUserId();
    if (scope === 'all') intentShelf.wipeFallback(userId);
    const turn = { had: false };
    const isCurrent = () => (turn.had = changeNumber === changeCount && currentUserId() === userId);
    const isDone = await isWiped({ userId, keepAllQueues: scope === 'figures', isCurrent });
    if (changeNumber !== changeCount) return;
    if (isDone && turn.had) pendingWipe.clear();
    else retryLater();
  }

  onClose(appStore.subscribe(({ storage }, before) => {
    if (storage === 'kept' && before.storage !== 'kept') void retry();
  }));
  return { announce: () => pendingWipe.write('all'), changeHands, retry };
}
