import { moveOldChoices } from '../data/old-choices';
import { database } from './database';
import { drainNow } from './sync-worker';

/** What a build before the outbox left waiting is sent like everything else. */
export async function bringOldChoices(userId: string): Promise<void> {
  if (await moveOldChoices(database, userId)) await drainNow();
}
