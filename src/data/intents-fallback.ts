/** Reads and writes the entry of local storage with the intents that IndexedDB does not store. */
import type { IntentRecord } from '../core/intent';
import { isIntentRecord } from '../core/intent-guard';

const FALLBACK_ENTRY = 'moneyKeys';

/** Local storage, as far as it is used here; this folder is also compiled for workers, which have none. */
export interface FallbackStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

export function readFallback(storage: FallbackStorage | null): IntentRecord[] {
  try {
    const value: unknown = JSON.parse(storage?.getItem(FALLBACK_ENTRY) ?? '[]');
    return Array.isArray(value) ? value.filter(isIntentRecord) : [];
  } catch {
    return [];
  }
}

export function writeFallback(storage: FallbackStorage | null, intents: readonly IntentRecord[]): boolean {
  if (!storage) return false;
  try {
    if (intents.length === 0) storage.removeItem(FALLBACK_ENTRY);
    else storage.setItem(FALLBACK_ENTRY, JSON.stringify(intents));
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies intents into the fallback while the database is made anew. Those that are there already are newer and stay. Returns
 * those that were copied.
 */
export function copyToFallback(fallback: FallbackStorage | null, intents: readonly IntentRecord[]): readonly IntentRecord[] {
  const existing = readFallback(fallback);
  const additions = intents.filter(({ key }) => existing.every((each) => each.key !== key));
  return additions.length > 0 && writeFallback(fallback, [...existing, ...additions]) ? additions : [];
}

/** Deletes such copies, but not those that were changed meanwhile. */
export function dropCopies(fallback: FallbackStorage | null, copies: readonly IntentRecord[]): void {
  const texts = new Set(copies.map((each) => JSON.stringify(each)));
  if (copies.length > 0) writeFallback(fallback, readFallback(fallback).filter((each) => !texts.has(JSON.stringify(each))));
}
