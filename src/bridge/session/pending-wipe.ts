/**
 * Notes that this device may still hold data of a player who is gone. The note is written before every wipe, and removed when
 * everything is deleted. It names nobody.
 */
import { localEntries } from '../../state/local-entries';

/** `figures`: only data that can be loaded again is deleted; open intents and unsent items wait for their player. */
export type WipeScope = 'all' | 'figures';

export interface PendingWipe {
  readonly read: () => WipeScope | null;
  /** Writes the note. `all` is never replaced by `figures`, so it stays until everything is deleted. */
  readonly write: (what: WipeScope) => void;
  readonly clear: () => void;
}

const ENTRY = 'wipeOwed';

export function createPendingWipe(): PendingWipe {
  /** The note of this page, for a browser whose local storage is closed. */
  let pageScope: WipeScope | null = null;

  function read(): WipeScope | null {
    try {
      const entry = localEntries()?.getItem(ENTRY) ?? null;
      if (entry !== null) return entry === 'figures' && pageScope !== 'all' ? 'figures' : 'all';
    } catch {
      // Closed.
    }
    return pageScope;
  }

  return {
    read,
    write(what) {
      pageScope = read() === 'all' ? 'all' : what;
      try {
        localEntries()?.setItem(ENTRY, pageScope === 'all' ? '1' : pageScope);
      } catch {
        // Closed, or full.
      }
    },
    clear() {
      pageScope = null;
      try {
        localEntries()?.removeItem(ENTRY);
      } catch {
        // Closed.
      }
    },
  };
}
