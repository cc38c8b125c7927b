/** Stores an intent where it outlives a crash. An intent is not sent before that. */
import type { IntentRecord } from '../../core/intent';
import { ensureFence } from '../../data/fence';
import { appStore } from '../../state/app';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import type { Bridge } from '../bridge';
import { currentIds } from '../session/ids';

/** Checks local storage, too, because another tab may have signed somebody else in, and this page may not know it yet. */
function isSignedIn(userId: string): boolean {
  if (currentIds()?.userId !== userId) return false;
  return !appStore.getState().isSessionStored || readSessionEntries(localEntries())?.userId === userId;
}

/**
 * Returns true when the intent will be there after a crash. A fence that names somebody else although this player is signed in
 * was raised while this browser stored nothing, so it is raised anew. An intent that the database does not take goes to local
 * storage.
 */
export async function storeIntent({ database, intentRecords }: Pick<Bridge, 'database' | 'intentRecords'>, intent: IntentRecord): Promise<boolean> {
  if (await intentRecords.put(intent)) return true;
  const isCurrent = () => isSignedIn(intent.userId);
  if (!isCurrent()) return false;
  await ensureFence(database, intent.userId, isCurrent);
  if (!isCurrent()) return false;
  return (await intentRecords.put(intent)) || (isCurrent() && intentRecords.putInFallback(intent));
}
