import { createElement, useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { HeartProps } from './Heart';

type DrawHeart = (props: HeartProps) => ReactNode;

let draw: DrawHeart | null = null;
let hasAsked = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  const { default: Heart, LoneHeart } = await import('./Heart');
  draw = (props) => createElement(props.isLone === true ? LoneHeart : Heart, props);
  for (const listener of listeners) listener();
}

/**
 * Loads the hearts once, when the page has nothing else to do; where their file can't be had there are none until the next page.
 */
function ask(): void {
  if (hasAsked) return;
  hasAsked = true;
  setTimeout(() => {
    load().catch(() => {
      hasAsked = false;
    });
  });
}

/** Draws the heart of tiles, whose file comes after the first paint; null until then. It lies over the art, so nothing moves. */
export function useHeart(): DrawHeart | null {
  useEffect(ask, []);
  return useSyncExternalStore(subscribe, () => draw, () => null);
}
