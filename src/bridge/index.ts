/** The only bridge of this page. It is made when the first module imports this file. */
import { createBridge } from './create-bridge';
import { startOnPage, startWorker } from './figures/start-worker';
import { createSyncClient } from './figures/sync-client';
import { guestBridge } from './guest';

export const bridge = createBridge({
  guest: guestBridge,
  createSyncClient: (deps) => createSyncClient({ ...deps, startWorker, startOnPage }),
});

export const { calls: { callAsPlayer, callOpen }, clock: { now }, database } = bridge;
