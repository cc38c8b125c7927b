/** Opens the page's database, and keeps its fence and the app store up to date. */
import { createDatabase } from '../../data/database';
import type { Database, StorageMode } from '../../data/database';
import { mend } from '../../data/mend';
import { makeRoom } from '../../data/room';
import { appStore, setStorage } from '../../state/app';
import { localEntries } from '../../state/local-entries';
import { sessionStore } from '../../state/session';
import type { PlayerAccess } from '../player-bridge';
import type { PendingWipe } from '../session/pending-wipe';

/** Reads the player of this page. It is read again where something took long, because another one may have signed in. */
const currentUserId = () => sessionStore.getState().userId;

export function createPageDatabase(pendingWipe: PendingWipe, player: PlayerAccess): Database {
  let wasMemory = false;

  /**
   * Sets the fence when the database comes back. A lost one may come back empty, and must know whose answers may be stored; one
   * that stored nothing for a while does not know who signed in meanwhile.
   */
  function onMode(mode: StorageMode): void {
    const isBack = mode === 'disk' && wasMemory;
    wasMemory = mode === 'memory';
    // While data of a player who is gone may be in the database, the page must not say that this browser stores nothing.
    if (mode === 'memory' && pendingWipe.read() !== null) return appStore.setState({ storage: 'unknown' });
    if (mode !== 'unknown') setStorage(mode);
    if (mode !== 'unknown' && !isBack) return;
    const userId = currentUserId();
    if (userId !== null) void player.use((bridge) => bridge.ensureFence(userId, () => currentUserId() === userId));
  }

  return createDatabase({ onMode, onFull: makeRoom, onBroken: () => mend({ fallback: localEntries() }) });
}
