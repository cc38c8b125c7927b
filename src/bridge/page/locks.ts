/**
 * The names of all locks of `withKeyLock` begin with this, also of those that are not about an intent. While any tab holds such a lock, no
 * version changes (`update/busy.ts`).
 */
export const KEY_LOCK_PREFIX = 'ayo-intent-';

/** The tab that gives the session another id holds the lock with this key. */
export const RENEWAL_KEY = 'renewal';

/** The browser's locks. They are missing outside secure contexts, whatever the DOM's types say. */
export const locksHere = ({ locks }: Partial<Navigator> = navigator) => locks;

/** Runs `work` while no other tab of this browser works on the same key. In a browser without Web Locks it runs at once. */
export async function withKeyLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = locksHere();
  if (!locks) return work();
  return locks.request(KEY_LOCK_PREFIX + key, work);
}
