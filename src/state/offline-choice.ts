/** The player's choice to have the app on this device, so that it opens without a connection. It is stored in local storage. */
import { createStore } from 'zustand/vanilla';
import { localEntries } from './local-entries';
import type { EntryStorage } from './local-entries';

/** `unasked`: the player was not asked; then the app is stored, unless the phone is set to save data. */
export type OfflineChoice = 'yes' | 'no' | 'unasked';

export const OFFLINE_ENTRY = 'offlineUse';

/** The choice of this visit, for a browser that keeps nothing. */
const visitStore = createStore<{ readonly choice: OfflineChoice }>()(() => ({ choice: 'unasked' }));

/** The player's choice, in this visit or an earlier one. */
export function readOfflineChoice(storage: EntryStorage | null = localEntries()): OfflineChoice {
  const { choice } = visitStore.getState();
  if (choice !== 'unasked') return choice;
  try {
    const entry = storage?.getItem(OFFLINE_ENTRY);
    return entry === 'yes' || entry === 'no' ? entry : 'unasked';
  } catch {
    return 'unasked';
  }
}

export function writeOfflineChoice(choice: 'yes' | 'no', storage: EntryStorage | null = localEntries()): void {
  visitStore.setState({ choice });
  try {
    storage?.setItem(OFFLINE_ENTRY, choice);
    // From now on the entry is read each time, because another tab may change it later.
    visitStore.setState({ choice: 'unasked' });
  } catch {
    // Local storage is closed or full, so the choice holds for this visit only.
  }
}

/** `navigator.connection`, where a browser has it. */
export interface Connection {
  readonly saveData?: boolean;
}

/** Returns true if the phone is set to save data, in the browser's own settings or in the system's. */
export function savesData(connection: Connection | undefined, matches: (query: string) => boolean): boolean {
  return connection?.saveData === true || matches('(prefers-reduced-data: reduce)');
}
