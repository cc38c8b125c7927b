/** Asking again, and sending what waits, sooner than by itself. Nothing here rejects. */
import { bridge } from '../index';

export const { drainNow, pollNow, recheckSession } = bridge.sync;
