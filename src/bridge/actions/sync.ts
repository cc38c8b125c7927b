/** Polls and sends at once, before the sync worker would do so by itself. Nothing here rejects. */
import { bridge } from '../index';

export const { pollNow, recheckSession } = bridge.sync;

/** Sends what waits in the outbox. Items that the browser has deleted are put back first. */
export async function drainNow(): Promise<void> {
  await bridge.outbox.read();
  await bridge.sync.drainNow();
}
