/**
 * Starts the worker that works rounds out again, for one check. Each slice has a deadline, because a call of a dead worker would
 * hang for ever.
 */
import checkAddress from '../../worker/check.worker.ts?worker&url';
import type { CheckAnswer, CheckQuestion, CheckVerdicts } from '../../worker/check-contract';
import { trustedWorkerUrl } from '../page/trusted-urls';

/** Far more than a slow phone needs for a slice, which is a second or two. */
const SLICE_DEADLINE_MS = 30_000;

export interface RoundChecker {
  /** Returns null where this browser can't compute the verdicts, or the worker died. */
  check(slice: Omit<CheckQuestion, 'id'>): Promise<CheckVerdicts | null>;
  end(): void;
}

/** Returns null where the browser lets no worker start. */
export function startChecker(): RoundChecker | null {
  let worker: Worker;
  try {
    worker = new Worker(trustedWorkerUrl(checkAddress, 'check'), { type: 'module', name: 'check' });
  } catch {
    return null;
  }
  let lastId = 0;
  let settle: (verdicts: CheckAnswer['verdicts']) => void = () => undefined;
  worker.addEventListener('error', () => settle(null));
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    if (data.id === lastId) settle(data.verdicts);
  });
  return {
    check: (slice) =>
      new Promise((resolve) => {
        lastId += 1;
        const timer = setTimeout(() => settle(null), SLICE_DEADLINE_MS);
        settle = (verdicts) => {
          clearTimeout(timer);
          resolve(verdicts);
        };
        worker.postMessage({ id: lastId, ...slice } satisfies CheckQuestion);
      }),
    end: () => {
      settle(null);
      worker.terminate();
    },
  };
}

/** Fetches the worker's script once, so that it is on the device when there is no network. */
export async function keepChecker(): Promise<void> {
  await fetch(checkAddress).catch(() => undefined);
}
