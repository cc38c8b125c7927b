/** Reads what the device has before the first render, without waiting for a store that does not answer. */
import { hostStore } from '../../state/catalogue';
import { pause } from '../page/pause';
import type { Host } from '../platform/host';
import type { PlayerSnapshots } from './player-snapshots';
import type { PublicSnapshots } from './public-snapshots';

/** A database that works answers sooner than this, and a page that waits for so long does not seem to hang. */
export const STORE_PATIENCE_MS = 300;
const TURN_MS = 50;

/**
 * Resolves when a database has had its time. Waits in short turns, because on a busy phone one long timer could end before the
 * database could answer.
 */
async function patience(): Promise<false> {
  for (let waitedMs = 0; waitedMs < STORE_PATIENCE_MS; waitedMs += TURN_MS) await pause(TURN_MS);
  return false;
}

/**
 * Brings the stored data of the player and of the host into the stores before the first render. A store that hangs (see
 * `OPEN_DEADLINE_MS`) is not waited for: its answer comes into the stores later, unless they hold something newer by then.
 */
export async function hydrateStores(userId: string, snapshots: Pick<PublicSnapshots, 'hydrateHost'> & PlayerSnapshots, host: Host): Promise<void> {
  const reading = Promise.all([snapshots.hydrateHost(), snapshots.hydratePlayer(userId)]).then(() => true);
  const isRead = await Promise.race([reading, patience()]);
  // Where nothing is stored of the host, it is asked what the platform can do before a page makes a call.
  if (isRead && hostStore.getState().config === null) await host.load();
}
