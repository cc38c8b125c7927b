import type { IntentShelf } from '../../data/intents';
import { intentsStore } from '../../state/intents';

/** Whether this page or this device knows of any money keys. */
export async function hasIntents(intentShelf: IntentShelf): Promise<boolean> {
  // One that this browser would not write down lives in the page alone.
  return Object.keys(intentsStore.getState().byKey).length > 0 || (await intentShelf.hasAny());
}
