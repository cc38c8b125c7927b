import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The place of a row that loads late. */
export interface LatePlace {
  /** The element above the row. */
  readonly after: RefObject<HTMLElement | null>;
  /** The page opened at an earlier scroll position, so the row is shown at once, as it was then. */
  readonly cameBack: boolean;
}

/**
 * Says if a row that loaded late may be shown: it is loaded (`has`), and its place is below the screen or nobody has scrolled yet.
 * Otherwise it would push away what the player is reading.
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
