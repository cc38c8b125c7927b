import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The place of a row that loads late. */
export interface LatePlace {
  /** The element above the row. */
  readonly after: RefObject<HTMLElement | null>;
  /** The page opened at an earlier scroll position, so the row is shown at once, as it was then. */
  readonly isScrollRestored: boolean;
}

/**
 * True if a row that loads late may be shown: it is loaded, and its place is below the screen or nobody has scrolled yet. Otherwise it
 * would push away what the player is reading.
 */
export function useLateRow({ after, isScrollRestored }: LatePlace, isLoaded: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const isWaiting = isLoaded && !isShown;
  useEffect(() => {
    if (!isWaiting) return;
    const showInSpace = () => {
      const end = after.current?.getBoundingClientRect().bottom ?? innerHeight;
      if (isScrollRestored || scrollY === 0 || end >= innerHeight) setShown(true);
    };
    showInSpace();
    addEventListener('scroll', showInSpace, { passive: true });
    return () => removeEventListener('scroll', showInSpace);
  }, [isWaiting, after, isScrollRestored]);
  return isLoaded && isShown;
}
