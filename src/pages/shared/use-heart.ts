import { useEffect, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';

type Heart = ComponentType<{ gameId: string; name: string; className?: string }>;

let heart: Heart | null = null;
let asked = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once, when the page has nothing else to do; where its file can't be had there are no hearts. */
function ask(): void {
  if (asked) return;
  asked = true;
  setTimeout(async () => {
    try {
      heart = (await import('./favourites/Heart')).default;
      for (const listener of listeners) listener();
    } catch {
      asked = false;
    }
  });
}

/** The heart of tiles, whose file comes after the first paint; null until then. It lies over the art, so nothing moves. */
export function useHeart(): Heart | null {
  useEffect(ask, []);
  return useSyncExternalStore(subscribe, () => heart, () => null);
}
