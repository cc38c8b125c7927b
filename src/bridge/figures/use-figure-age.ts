/** The age of one of the player's figures in words. Components render only when these words change. */
import { useSyncExternalStore } from 'react';
import { ageWords, clock } from '../../core/time';
import { figuresStore } from '../../state/figures';
import type { FigureKind } from '../../state/figures';

const TICK_MS = 10_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  const unsubscribe = figuresStore.subscribe(listener);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/**
 * `now`, `2 min ago`, `as of 14:02`; null while the figure is not known. A poll that changes nothing renders nothing.
 */
export function useFigureAge(kind: FigureKind): string | null {
  return useSyncExternalStore(subscribe, () => {
    const { savedAt } = figuresStore.getState()[kind];
    return savedAt === null ? null : ageWords(savedAt, clock.now());
  });
}
