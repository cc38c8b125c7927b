/** The page's database. */
import { createDatabase } from '../../data/database';
import type { Database, StorageMode } from '../../data/database';
import { mend } from '../../data/mend';
import { makeRoom } from '../../data/room';
import { appStore, setStorage } from '../../state/app';
import { localEntries } from '../../state/local-entries';
import { sessionStore } from '../../state/session';
import type { PlayerAccess } from '../player-part';
import type { PendingWipe } from '../session/pending-wipe';

/** The player whose page this is; asked again when the answer took long. */
const currentUserId = () => sessionStore.getState().userId;

export function createPageDatabase(pendingWipe: PendingWipe, player: PlayerAccess): Database {
  let wasMemory = false;

  /**
   * A database that was lost may come back as an empty one, which must know whose answers may be stored; and one that kept
   * nothing for a while was not told who signed in meanwhile.
   */
  function onMode(mode: StorageMode): void {
    const isBack = mode === 'kept' && wasMemory;
    wasMemory = mode === 'memory';
    // A store that still holds data of a player who is gone must not be reported as one that keeps nothing.
    if (mode === 'memory' && pendingWipe.read() !== null) return appStore.setState({ storage: 'unknown' });
    if (mode !== 'unknown') setStorage(mode);
    if (mode !== 'unknown' && !isBack) return;
    const userId = currentUserId();
    if (userId !== null) void player.use((part) => part.ensureFence(userId, () => currentUserId() === userId));
  }

  return createDatabase({ onMode, onFull: makeRoom, onBroken: () => mend({ fallback: localEntries() }) });
}
