import { isFinal } from '../../core/intent';
import type { IntentRecords } from '../../data/intents';
import { intentsStore } from '../../state/intents';

/** Returns true if this page or this device knows of any intents. */
export async function hasIntents(intentRecords: IntentRecords): Promise<boolean> {
  // An intent that this browser could not store is only in the page's store.
  return Object.keys(intentsStore.getState().byKey).length > 0 || (await intentRecords.hasAny());
}

/** Returns true if this device has an intent of that player that has not ended. */
export async function hasOpenIntents(intentRecords: IntentRecords, userId: string): Promise<boolean> {
  // An object, because the compiler does not see that the callback changes a variable.
  const search = { hasFound: false };
  await intentRecords.eachSlice(userId, Date.now(), (slice) => {
    search.hasFound = slice.some((intent) => !isFinal(intent));
    return !search.hasFound;
  });
  return search.hasFound;
}
