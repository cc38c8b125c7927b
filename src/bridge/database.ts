/** The page's database and what stands on it, one of each. */
import { createDatabase } from '../data/database';
import { dropMedia } from '../data/media-cache';
import { createIntentShelf } from '../data/intents';
import { setStorage } from '../state/app';
import { localEntries } from '../state/local-entries';

export const database = createDatabase({ onMode: setStorage, onFull: dropMedia });

export const intentShelf = createIntentShelf(database, localEntries());
