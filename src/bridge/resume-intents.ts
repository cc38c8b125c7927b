/** Money that is not ended is asked about; the code of money comes only where there is some. */
import { intentsStore } from '../state/intents';
import { intentShelf } from './storage/database';
import { currentIds } from './platform/platform';

async function hasIntents(): Promise<boolean> {
  // One that this browser would not write down lives in the page alone.
  return Object.keys(intentsStore.getState().byKey).length > 0 || (await intentShelf.hasAny());
}

/** See `resumeIntents` in `intents.ts`. Never rejects: without the code money stays open, and the next start asks about it. */
export async function resumeIntents(): Promise<void> {
  if (currentIds() === null || !(await hasIntents())) return;
  await import('./intents').then((intents) => intents.resumeIntents()).catch(() => undefined);
}
