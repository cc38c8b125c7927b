/**
 * That this device may still hold something of a player who is gone. Written before every wipe, and removed when everything
 * went. Names nobody.
 */
import { localEntries } from '../../state/local-entries';

/** `figures`: only what can be asked for again; open money and unsent things wait for their player. */
export type Owed = 'all' | 'figures';

const ENTRY = 'wipeOwed';
/** Where local storage is closed: for as long as this page lives. */
let owedHere: Owed | null = null;

export function wipeOwed(): Owed | null {
  try {
    const stored = localEntries()?.getItem(ENTRY) ?? null;
    if (stored !== null) return stored === 'figures' && owedHere !== 'all' ? 'figures' : 'all';
  } catch {
    // Closed.
  }
  return owedHere;
}

/** What is owed of everything is never owed of less. */
export function oweWipe(what: Owed): void {
  owedHere = wipeOwed() === 'all' ? 'all' : what;
  try {
    localEntries()?.setItem(ENTRY, owedHere === 'all' ? '1' : owedHere);
  } catch {
    // Closed, or full.
  }
}

export function wipeDone(): void {
  owedHere = null;
  try {
    localEntries()?.removeItem(ENTRY);
  } catch {
    // Closed.
  }
}
