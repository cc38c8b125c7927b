import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Where something comes in later. */
export interface LatePlace {
  /** The element that the row comes in below. */
  readonly after: RefObject<HTMLElement | null>;
  /** The page opened scrolled to where its reader had been: what was there then is there again, at once. */
  readonly cameBack: boolean;
}

/**
 * Whether something that has come late may be shown: once it is there (`has`) and its place is below the screen, or nobody
 * has scrolled yet. Under the eyes of whoever reads there it would push away what is read.
 */
export function useUnseen({ after, cameBack }: LatePlace, has: boolean): boolean {
  const [isIn, setIn] = useState(false);
  const isWaiting = has && !isIn;
  useEffect(() => {
    if (!isWaiting) return;
    const look = () => {
      const end = after.current?.getBoundingClientRect().bottom ?? innerHeight;
      if (cameBack || scrollY === 0 || end >= innerHeight) setIn(true);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [isWaiting, after, cameBack]);
  return has && isIn;
}
