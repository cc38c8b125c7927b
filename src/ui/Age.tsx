import { useSyncExternalStore } from 'react';
import { ageWords, clock, dateTime } from '../core/time';

/** How often ages are looked at again. */
const TICK_MS = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAt = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    tickedAt = clock.now();
    timer = setInterval(() => {
      tickedAt = clock.now();
      for (const each of listeners) each();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The words, not the instant, are the snapshot: nothing renders while they stay the same. */
export function useAgeWords(at: number): string {
  return useSyncExternalStore(
    subscribe,
    () => ageWords(at, timer === undefined ? clock.now() : tickedAt),
    () => '',
  );
}

/** How old a figure is ("now", "2 min ago", "as of 14:02"); ticks by itself, apart from the figure. `at` in epoch ms. */
export function Age({ at, className }: { at: number; className?: string }) {
  const words = useAgeWords(at);
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={dateTime(at)}>
      {words}
    </time>
  );
}
