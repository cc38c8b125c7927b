/** Tells whether a reload would hurt: in the middle of a round, or with money under way, in any tab of this browser. */
import { intentsStore, openIntents } from '../../state/intents';
import { KEY_LOCK_PREFIX } from '../page/locks';
import type { PlayerAccess } from '../player-bridge';
import { currentIds } from '../session/ids';

const BUSY_LOCK = 'ayo-busy';

/** Missing outside secure contexts, whatever the DOM's types say. */
const locks = (available: Partial<Navigator> = navigator) => available.locks;

export interface Busy {
  /** Tells all tabs that this one must not be reloaded. Returns the function that ends this. */
  readonly begin: () => () => void;
  /** Returns true if the page can be reloaded and all tabs can change their version without a loss for the player. */
  readonly isSafeBoundary: () => Promise<boolean>;
}

/** Returns true if any tab is busy. A tab that sends or asks about money holds a lock on its key. */
async function isBusyElsewhere(): Promise<boolean> {
  const heldLocks = (await locks()?.query())?.held ?? [];
  return heldLocks.some(({ name = '' }) => name === BUSY_LOCK || name.startsWith(KEY_LOCK_PREFIX));
}

export function createBusy(player: PlayerAccess): Busy {
  let localBusyCount = 0;

  function begin(): () => void {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    localBusyCount += 1;
    // The lock is shared, because any number of tabs may be busy at once. The browser refuses it in a page that is going away,
    // where it does not matter.
    locks()?.request(BUSY_LOCK, { mode: 'shared' }, () => released).catch(() => undefined);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      localBusyCount -= 1;
      release();
    };
  }

  async function isSafeBoundary(): Promise<boolean> {
    if (localBusyCount > 0 || openIntents(intentsStore.getState()).length > 0) return false;
    if (await isBusyElsewhere()) return false;
    const ids = currentIds();
    // If the intents can't be read, there may be an open one.
    const isOpen = ids !== null && (await player.use((bridge) => bridge.hasOpenIntents(ids.userId))) !== false;
    // A tab that was closed left the intent open, so this one asks what became of it.
    if (isOpen) void player.use((bridge) => bridge.resumeIntents());
    return !isOpen;
  }

  return { begin, isSafeBoundary };
}
