/** The page's database and what stands on it, one of each. */
import { createDatabase } from '../data/database';
import { createIntentShelf } from '../data/intents';
import { mend } from '../data/mend';
import { makeRoom } from '../data/room';
import { setStorage } from '../state/app';
import { localEntries } from '../state/local-entries';

export const database = createDatabase({ onMode: setStorage, onFull: makeRoom, onBroken: () => mend() });

export const intentShelf = createIntentShelf(database, localEntries());
