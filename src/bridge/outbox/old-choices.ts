import { moveOldChoices } from '../../data/old-choices';
import { database } from '../storage/database';
import { drainNow } from '../figures/sync-worker';

/** What a build before the outbox left waiting is sent like everything else. */
export async function bringOldChoices(userId: string): Promise<void> {
  if (await moveOldChoices(database, userId)) await drainNow();
}
