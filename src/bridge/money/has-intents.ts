import { isFinal } from '../../core/intent';
import type { IntentShelf } from '../../data/intents';
import { intentsStore } from '../../state/intents';

/** Whether this page or this device knows of any money keys. */
export async function hasIntents(intentShelf: IntentShelf): Promise<boolean> {
  // An intent that this browser could not store is in the page's store only.
  return Object.keys(intentsStore.getState().byKey).length > 0 || (await intentShelf.hasAny());
}

/** Whether the device knows of money of that player which is not ended. */
export async function hasOpenIntents(intentShelf: IntentShelf, userId: string): Promise<boolean> {
  const search = { open: false };
  await intentShelf.eachSlice(userId, Date.now(), (some) => {
    search.open = some.some((intent) => !isFinal(intent));
    return !search.open;
  });
  return search.open;
}
