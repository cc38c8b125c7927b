/** `renewPage` writes it, too; apart from here, because this is part of the entry. */
const ENTRY = 'lastAutomaticReload';

/**
 * Two automatic reloads are at least this far apart: a reload that does not help is not repeated. Far longer than a page waits
 * for a new version before it reloads.
 */
export const RELOAD_PAUSE_MS = 5 * 60_000;

/**
 * Whether the page may reload itself now; saying yes is remembered. Where nothing can be remembered the answer is no:
 * a loop could not be noticed.
 */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number): boolean {
  try {
    const last = Number(storage.getItem(ENTRY) ?? 0);
    if (nowMs - last < RELOAD_PAUSE_MS && nowMs >= last) return false;
    storage.setItem(ENTRY, String(nowMs));
    return true;
  } catch {
    return false;
  }
}
