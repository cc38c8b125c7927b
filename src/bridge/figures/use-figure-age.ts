/** The age of one of the player's figures in words. Components render only when these words change. */
import { useSyncExternalStore } from 'react';
import { ageWords, asOfWords, clock } from '../../core/time';
import { connectionStore, isLost } from '../../state/connection';
import { figuresStore } from '../../state/figures';
import type { FigureKind } from '../../state/figures';

const TICK_MS = 10_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  const unsubscribes = [figuresStore.subscribe(listener), connectionStore.subscribe(listener)];
  return () => {
    clearInterval(timer);
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

/**
 * `now`, `2 min ago`, `as of 14:02`; null while the figure is not known. It is always the instant for a figure that is not live, and
 * without a connection: nothing renews it then, and "now" would be a claim that nobody can check. The instant is by the phone's own
 * clock, which stands above it on the screen; the platform's may be another.
 */
export function figureAge(kind: FigureKind): string | null {
  const { savedAt, source } = figuresStore.getState()[kind];
  if (savedAt === null) return null;
  const now = clock.now();
  if (source === 'live' && !isLost(connectionStore.getState().reach)) return ageWords(savedAt, now);
  const phoneNow = Date.now();
  return asOfWords(savedAt + phoneNow - now, phoneNow);
}

/** The words of `figureAge`. A poll that changes nothing renders nothing. */
export function useFigureAge(kind: FigureKind): string | null {
  return useSyncExternalStore(subscribe, () => figureAge(kind), () => null);
}
