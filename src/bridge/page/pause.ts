/** Pauses, and repeats a question at growing intervals until it is answered. */
const FIRST_PAUSE_MS = 2_000;
const LAST_PAUSE_MS = 15_000;

/** Resolves after `ms`, or at once when the signal ends. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
}

/** Runs `ask` until it returns true or the signal ends. */
export async function watchUntil(ask: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let ms = FIRST_PAUSE_MS;
  while (!signal.aborted && !(await ask())) {
    await pause(ms, signal);
    ms = Math.min(LAST_PAUSE_MS, Math.round(ms * 1.4));
  }
}
