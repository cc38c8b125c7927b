/** The only bridge of this page. It is made when the first module imports this file. */
import { createBridge } from './create-bridge';
import { startOnPage, startWorker } from './figures/start-worker';
import { createSync } from './figures/sync';

export const bridge = createBridge({
  fetch: (input, init) => globalThis.fetch(input, init),
  createSync: (deps) => createSync({ ...deps, startWorker, startOnPage }),
});

export const { calls: { callAsPlayer, callOpen }, clock: { now }, database } = bridge;
