/** The only bridge of this page. It is made when the first module imports this file. */
import { createBridge } from './create-bridge';
import { startOnPage, startWorker } from './figures/start-worker';
import { createSync } from './figures/sync';
import { guestBridge } from './guest';

export const bridge = createBridge({
  guest: guestBridge,
  createSync: (deps) => createSync({ ...deps, startWorker, startOnPage }),
});

export const { calls: { callAsPlayer, callOpen }, clock: { now }, database } = bridge;
