/** The name of the lock on an intent, before its key. */
export const INTENT_LOCK = 'ayo-intent-';

/** The key of the lock that is held while the session gets another id. */
export const RENEWAL_KEY = 'renewal';

/** Missing outside secure contexts, whatever the DOM's types say. */
export const locksHere = ({ locks }: Partial<Navigator> = navigator) => locks;

/** Runs `work` while no other tab of this browser works on the same key. Without Web Locks: at once. */
export async function withKeyLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = locksHere();
  if (!locks) return work();
  return locks.request(INTENT_LOCK + key, work);
}
