import type { IntentShelf } from '../../data/intents';
import { intentsStore } from '../../state/intents';

/** Whether this page or this device knows of any money keys. */
export async function hasIntents(intentShelf: IntentShelf): Promise<boolean> {
  // An intent that this browser could not store is in the page's store only.
  return Object.keys(intentsStore.getState().byKey).length > 0 || (await intentShelf.hasAny());
}
