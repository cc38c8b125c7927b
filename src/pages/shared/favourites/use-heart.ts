import { createElement, useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { HeartProps } from './Heart';

type DrawHeart = (props: HeartProps) => ReactNode;

/** The code of the hearts, which is loaded once for all tiles. */
function createLateHeart() {
  let draw: DrawHeart | null = null;
  let isLoading = false;
  const listeners = new Set<() => void>();

  async function load(): Promise<void> {
    const { default: Heart, LoneHeart } = await import('./Heart');
    draw = (props) => createElement(props.isLone === true ? LoneHeart : Heart, props);
    for (const listener of listeners) listener();
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    draw: () => draw,
    /** Loads the code when the page has nothing else to do. After a failure the next page tries again; until then there are no hearts. */
    load: (): void => {
      if (isLoading) return;
      isLoading = true;
      setTimeout(() => {
        load().catch(() => {
          isLoading = false;
        });
      });
    },
  };
}

const lateHeart = createLateHeart();

/**
 * The function that draws the heart of a tile. It is null until its code is loaded, after the first paint. The heart lies over the art, so
 * nothing moves.
 */
export function useHeart(): DrawHeart | null {
  useEffect(() => lateHeart.load(), []);
  return useSyncExternalStore(lateHeart.subscribe, lateHeart.draw, () => null);
}
