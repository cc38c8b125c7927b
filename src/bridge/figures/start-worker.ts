/** Starts the sync worker, or, where none can be had, the same work on the page. No other file knows Comlink. */
import { proxy, wrap } from 'comlink';
import type { SyncWorkerCalls } from '../../worker/contract';
import workerAddress from '../../worker/sync.worker.ts?worker&url';
import { trustedWorkerUrl } from '../page/trusted-urls';

/** The realm that answers the page's calls: a worker, or the page itself. */
export interface SyncRealm {
  readonly remote: { readonly [Call in keyof SyncWorkerCalls]: (...args: Parameters<SyncWorkerCalls[Call]>) => unknown };
  readonly end: () => void;
}

/** Starts the worker. Throws where the browser lets none start. `onError` is called when it dies. */
export function startWorker(onError: () => void): SyncRealm {
  const worker = new Worker(trustedWorkerUrl(workerAddress), { type: 'module', name: 'sync' });
  worker.addEventListener('error', onError);
  const remote = wrap<SyncWorkerCalls>(worker);
  return {
    remote: {
      start: (session, isVisible, onEvent) => remote.start(session, isVisible, proxy(onEvent)),
      stop: () => remote.stop(),
      setVisible: (isVisible) => remote.setVisible(isVisible),
      setAntiForgery: (token) => remote.setAntiForgery(token),
      pollNow: () => remote.pollNow(),
      drain: () => remote.drain(),
      recheck: () => remote.recheck(),
      ping: () => remote.ping(),
    },
    end: () => worker.terminate(),
  };
}

/** Loads the worker's code into the page. Rejects where it can't be loaded. */
export async function startOnPage(): Promise<SyncRealm> {
  const { syncOfThisRealm } = await import('../../worker/realm');
  const remote = syncOfThisRealm();
  return { remote, end: () => remote.stop() };
}
