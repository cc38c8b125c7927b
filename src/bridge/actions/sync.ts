/** Asks again, and sends what waits, before the sync worker would do so by itself. Nothing here rejects. */
import { bridge } from '../index';

export const { drainNow, pollNow, recheckSession } = bridge.sync;
