/**
 * That this device may still hold something of a player who is gone. Written before every wipe, and removed when everything
 * went. Names nobody.
 */
import { localEntries } from '../../state/local-entries';

/** `figures`: only what can be asked for again; open money and unsent things wait for their player. */
export type Owed = 'all' | 'figures';

export interface WipeOwed {
  readonly read: () => Owed | null;
  /** Once everything is owed, it stays so until it went. */
  readonly write: (what: Owed) => void;
  readonly clear: () => void;
}

const ENTRY = 'wipeOwed';

export function createWipeOwed(): WipeOwed {
  /** Where local storage is closed: for as long as this page lives. */
  let owedHere: Owed | null = null;

  function read(): Owed | null {
    try {
      const stored = localEntries()?.getItem(ENTRY) ?? null;
      if (stored !== null) return stored === 'figures' && owedHere !== 'all' ? 'figures' : 'all';
    } catch {
      // Closed.
    }
    return owedHere;
  }

  return {
    read,
    write(what) {
      owedHere = read() === 'all' ? 'all' : what;
      try {
        localEntries()?.setItem(ENTRY, owedHere === 'all' ? '1' : owedHere);
      } catch {
        // Closed, or full.
      }
    },
    clear() {
      owedHere = null;
      try {
        localEntries()?.removeItem(ENTRY);
      } catch {
        // Closed.
      }
    },
  };
}
