import { isFinal } from '../../core/intent';
import type { IntentShelf } from '../../data/intents';
import { intentsStore } from '../../state/intents';

/** Whether this page or this device knows of any intents. */
export async function hasIntents(intentShelf: IntentShelf): Promise<boolean> {
  // An intent that this browser could not store is only in the page's store.
  return Object.keys(intentsStore.getState().byKey).length > 0 || (await intentShelf.hasAny());
}

/** Whether this device has an intent of that player that has not ended. */
export async function hasOpenIntents(intentShelf: IntentShelf, userId: string): Promise<boolean> {
  const search = { open: false };
  await intentShelf.eachSlice(userId, Date.now(), (some) => {
    search.open = some.some((intent) => !isFinal(intent));
    return !search.open;
  });
  return search.open;
}
