/** Repeats a request while the page is visible. */

/** The pause from the end of one answer to the next request. */
export const REFRESH_MS = 15_000;

export interface Polling {
  /** Requests now, and drops the answer of a request that is still running. */
  readonly now: () => void;
  readonly stop: () => void;
}

interface Options {
  /** Ends with the signal; a later answer is ignored. It resolves with the shortest wait until the next request, in ms. */
  readonly ask: (signal: AbortSignal) => Promise<number>;
  readonly isVisible: () => boolean;
}

/** Requests at once, and then as long as the page is visible. Call `now` when the page becomes visible again. */
export function startPolling({ ask, isVisible }: Options): Polling {
  let control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(signal: AbortSignal): Promise<void> {
    const pauseMs = await ask(signal);
    if (signal.aborted) return;
    timer = setTimeout(() => {
      if (isVisible()) now();
    }, Math.max(REFRESH_MS, pauseMs));
  }

  function stop(): void {
    clearTimeout(timer);
    control.abort();
  }

  function now(): void {
    stop();
    control = new AbortController();
    void run(control.signal);
  }

  now();
  return { now, stop };
}
