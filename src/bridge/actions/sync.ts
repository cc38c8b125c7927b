/** Asks again, and sends what waits, before the sync worker would do so by itself. Nothing here rejects. */
import { bridge } from '../index';

export const { pollNow, recheckSession } = bridge.sync;

/** Sends what waits. What the browser has thrown away is put back first. */
export async function drainNow(): Promise<void> {
  await bridge.outbox.read();
  await bridge.sync.drainNow();
}
