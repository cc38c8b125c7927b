/** Applies a new version when the player says so, at a moment when nobody loses anything. */
import { appStore, setUpdate } from '../../state/app';
import { reloadPage } from '../../state/reload';
import type { Busy } from './busy';
import { findRegistration } from './service-worker';
import { pause } from '../page/pause';

/** An update that does not take over in time is given up; the next start applies it. */
export const APPLY_DEADLINE_MS = 15_000;
/** A worker that has not taken over is told again this often. */
const RETELL_MS = 1_000;
/** A page that lacks a file waits this long for the version that has it. */
const INSTALL_DEADLINE_MS = 60_000;
/** The entry by which `app/reload-guard` keeps a page from reloading again and again. */
const LAST_RELOAD = 'lastAutomaticReload';
/** A postponed update checks this often whether its moment has come. */
const BOUNDARY_CHECK_MS = 1_000;

/** Resolves with true as soon as the worker reaches one of the states; with false when it never will, or not in time. */
function reachesState(worker: ServiceWorker, targetStates: readonly ServiceWorkerState[], deadlineMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (targetStates.includes(worker.state)) resolve(true);
      else if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', check);
    setTimeout(() => resolve(false), deadlineMs);
    check();
  });
}

/**
 * Tells the worker to take over, and again until it has. In Chromium a new worker that was told once has been seen to stay in waiting for
 * longer than the deadline, after the old one had been started anew for a page that a tab went to.
 */
async function takeOver(worker: ServiceWorker): Promise<boolean> {
  const tell = () => worker.postMessage({ type: 'apply-update' });
  tell();
  const tellTimer = setInterval(tell, RETELL_MS);
  const isActivated = await reachesState(worker, ['activated'], APPLY_DEADLINE_MS);
  clearInterval(tellTimer);
  return isActivated;
}

/** `late`: the new version did not take over within 15 s; it is still offered. */
export type ApplyOutcome = 'applied' | 'late' | 'not-now';

export interface Update {
  /**
   * Applies a waiting update: the new service worker takes over, then the page loads anew. While a round is going on or
   * money is under way in any tab it is postponed, and applied when that has ended, unless the player says "later".
   */
  readonly apply: () => Promise<ApplyOutcome>;
  /**
   * Reloads the page because a file of its version can't be found anywhere. If nobody is in the middle of something, it becomes
   * the newest version, whose install has every file that the page may ask for.
   */
  readonly renewPage: () => Promise<void>;
}

export function createUpdate(busy: Pick<Busy, 'isSafeBoundary'>): Update {
  async function apply(): Promise<ApplyOutcome> {
    if (appStore.getState().update !== 'offered') return 'not-now';
    setUpdate('applying');
    while (!(await busy.isSafeBoundary())) {
      setUpdate('postponed');
      await pause(BOUNDARY_CHECK_MS);
      if (appStore.getState().update !== 'postponed') return 'not-now';
    }
    setUpdate('applying');
    const worker = (await findRegistration())?.waiting;
    // Where no worker waits, another tab has applied the update already, and this page runs on files of the old version.
    if (worker && !(await takeOver(worker))) {
      setUpdate('offered');
      return 'late';
    }
    reloadPage();
    return 'applied';
  }

  async function renewPage(): Promise<void> {
    try {
      const registration = await findRegistration();
      await registration?.update();
      const next = registration?.installing ?? registration?.waiting;
      if (next && (await reachesState(next, ['installed', 'activated'], INSTALL_DEADLINE_MS)) && (await busy.isSafeBoundary())) await takeOver(next);
    } catch {
      // No newer version can be loaded, so the page loads again from the files that are there.
    }
    try {
      // The pause before the next such reload counts from now, because the wait before may have been long.
      sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
    } catch {
      // Session storage is closed, and then no page reloads by itself.
    }
    reloadPage();
  }

  return { apply, renewPage };
}
