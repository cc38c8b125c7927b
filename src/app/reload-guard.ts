/** The key in the session storage. `renewPage` of the bridge has a constant of its own for it, because the first script loads no bridge. */
const STORAGE_KEY = 'lastAutomaticReload';

/**
 * Two automatic reloads are at least this far apart, so that a reload that does not help is not repeated. The time is far longer than a
 * page waits for a new version before it reloads.
 */
export const RELOAD_PAUSE_MS = 5 * 60_000;

/**
 * Says if the page may reload itself now, and remembers a yes. The answer is no where nothing can be remembered, because a loop could not
 * be noticed there.
 */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number): boolean {
  try {
    const last = Number(storage.getItem(STORAGE_KEY) ?? 0);
    if (nowMs - last < RELOAD_PAUSE_MS && nowMs >= last) return false;
    storage.setItem(STORAGE_KEY, String(nowMs));
    return true;
  } catch {
    return false;
  }
}
