/**
 * Tells whether this page needs the player's bridge: somebody is signed in, or something waits on this device that only that
 * bridge can send or end.
 */
import type { Database } from '../../data/database';
import { GUEST_FEEDBACK_ENTRY } from '../../data/schema';
import { hostStore } from '../../state/catalogue';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { currentIds } from './ids';
import type { PendingWipe } from './pending-wipe';
import { revocationEntries } from './revocation-entries';

interface PlayerNeedDeps {
  readonly database: Database;
  readonly pendingWipe: PendingWipe;
}

export interface PlayerNeed {
  /** True where the player's bridge is needed for certain, as far as that is known without the database. */
  readonly isCertain: () => boolean;
  /** Looks into the database, too. */
  readonly isNeeded: () => Promise<boolean>;
}

export function createPlayerNeed({ database, pendingWipe }: PlayerNeedDeps): PlayerNeed {
  function isCertain(): boolean {
    if (currentIds() !== null || readSessionEntries(localEntries()) !== null) return true;
    // The pixel reports no page view of a guest, but its code has to follow the page from its start.
    if ((hostStore.getState().config?.pixelUrl ?? null) !== null) return true;
    return pendingWipe.read() !== null || revocationEntries.read().length > 0;
  }

  async function isWaitingInDatabase(): Promise<boolean> {
    const read = await database.tx(['meta', 'revocations'], 'readonly', async (tx) => {
      const [feedback, revocations] = await Promise.all([tx.objectStore('meta').getKey(GUEST_FEEDBACK_ENTRY), tx.objectStore('revocations').count()]);
      return feedback !== undefined || revocations > 0;
    });
    return read.ok && read.value;
  }

  return { isCertain, isNeeded: async () => isCertain() || (await isWaitingInDatabase()) };
}
