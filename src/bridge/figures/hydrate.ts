/** Before the first render: what the device has, without waiting for one that does not answer. */
import { hostStore } from '../../state/catalogue';
import { pause } from '../page/watch';
import type { Host } from '../platform/host';
import type { Snapshots } from './snapshots';

/** Longer than any store that works takes to answer, short enough that a page without one is not thought to hang. */
export const STORE_PATIENCE_MS = 300;
const TURN_MS = 50;

/** In turns, so that a phone that is busy with something else is not taken for one whose store hangs. */
async function patience(): Promise<false> {
  for (let waitedMs = 0; waitedMs < STORE_PATIENCE_MS; waitedMs += TURN_MS) await pause(TURN_MS);
  return false;
}

/**
 * Brings the stored data of the player and of the host into the stores before the first render. A store that hangs (see
 * `OPEN_DEADLINE_MS`) is not waited for: its answer comes into the stores later, unless they hold something newer by then.
 */
export async function hydrateStores(userId: string, snapshots: Snapshots, host: Host): Promise<void> {
  const reading = Promise.all([snapshots.hydrateHost(), snapshots.hydratePlayer(userId)]).then(() => true);
  const isRead = await Promise.race([reading, patience()]);
  // Nothing stored of the host: what the platform can do is asked before a page asks the platform for anything.
  if (isRead && hostStore.getState().config === null) await host.load();
}
