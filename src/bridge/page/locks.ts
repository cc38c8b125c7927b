/** The name of the lock on an intent begins with this; its key follows. */
export const INTENT_LOCK = 'ayo-intent-';

/** The key of the lock that is held while the session gets another id. */
export const RENEWAL_KEY = 'renewal';

/** The browser's locks. They are missing outside secure contexts, whatever the DOM's types say. */
export const locksHere = ({ locks }: Partial<Navigator> = navigator) => locks;

/** Runs `work` while no other tab of this browser works on the same key. In a browser without Web Locks it runs at once. */
export async function withKeyLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = locksHere();
  if (!locks) return work();
  return locks.request(INTENT_LOCK + key, work);
}
