/** Asking again and again while somebody looks. */

/** The pause from the end of one answer to the next request. */
export const REFRESH_MS = 15_000;

export interface Polling {
  /** Asks now; an answer that is still on its way is of before, and dropped. */
  readonly now: () => void;
  readonly stop: () => void;
}

interface Options {
  /** Ends with the signal; what comes after that is not looked at. Resolves with how long to wait at least, in ms. */
  readonly ask: (signal: AbortSignal) => Promise<number>;
  readonly isVisible: () => boolean;
}

/** Asks at once, and then for as long as the page is visible; `now` is for whoever hears that it is visible again. */
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
