import { useSyncExternalStore } from 'react';
import { ageWords, clock, dateTime } from '../core/time';

/** The time between two updates of all ages. */
const TICK_MS = 10_000;

/** One timer for all ages of the page; it runs only while an age is shown. */
function createTicker(intervalMs: number) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let tickedAt = 0;

  function tick(): void {
    tickedAt = clock.now();
    for (const listener of listeners) listener();
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      if (timer === undefined) {
        tickedAt = clock.now();
        timer = setInterval(tick, intervalMs);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    /** The time of the last tick, so that ages that are drawn between two ticks agree. */
    now: () => (timer === undefined ? clock.now() : tickedAt),
  };
}

const ticker = createTicker(TICK_MS);

/** The words of an age. React compares words and not instants, so nothing renders while they stay the same. */
export function useAgeWords(at: number): string {
  return useSyncExternalStore(
    ticker.subscribe,
    () => ageWords(at, ticker.now()),
    () => '',
  );
}

/** The age of a figure ("just now", "2 min ago", "as of 14:02"). It renders by itself, without the figure. `at` is epoch ms. */
export function Age({ at, className }: { at: number; className?: string }) {
  const words = useAgeWords(at);
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={dateTime(at)}>
      {words}
    </time>
  );
}
