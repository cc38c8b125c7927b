import type { EntryStorage } from '../../../src/state/local-entries';

/** Local storage, and what is in it. */
export function fakeStorage(initial: Readonly<Record<string, string>> = {}): EntryStorage & { readonly entries: Map<string, string> } {
  const entries = new Map(Object.entries(initial));
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  };
}

function forbidden(): never {
  throw new DOMException('not here', 'SecurityError');
}

/** A browser that lets nobody touch its storage. */
export const closedStorage: EntryStorage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };

export const PROFILE = { username: 'ada', firstname: 'Ada', lastname: 'Obi', email: 'ada@example.com', consents: {} };
export const LIVE = { live: true, savedAt: 2_000_000 };
export const DATED = { live: false, savedAt: 1_000_000 };

export function balanceOf(naira: number, currency = 'NGN') {
  return { items: [{ type: 'Bonus', amount: 999, currency: null }, { type: 'Held', amount: 5, currency }, { type: 'Real', amount: naira, currency }] };
}
