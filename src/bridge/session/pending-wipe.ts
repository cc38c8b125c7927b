/**
 * Notes that this device may still hold something of a player who is gone. The note is written before every wipe, and removed
 * when everything is deleted. It names nobody.
 */
import { localEntries } from '../../state/local-entries';

/** `figures`: only what can be asked for again; open money and unsent things wait for their player. */
export type WipeScope = 'all' | 'figures';

export interface PendingWipe {
  readonly read: () => WipeScope | null;
  /** `all` stays until everything is deleted. */
  readonly write: (what: WipeScope) => void;
  readonly clear: () => void;
}

const ENTRY = 'wipeOwed';

export function createPendingWipe(): PendingWipe {
  /** The note where local storage is closed, for as long as this page lives. */
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
