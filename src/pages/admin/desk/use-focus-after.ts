import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus in lists where a decision removes the pressed button: once the new list is there, the heading gets the focus, unless the
 * focus is somewhere else by then. Call `onActed` when the new list is requested.
 */
export function useFocusAfter(list: unknown): { readonly heading: RefObject<HTMLHeadingElement | null>; readonly onActed: () => void } {
  const heading = useRef<HTMLHeadingElement>(null);
  const isDue = useRef(false);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [list]);
  return {
    heading,
    onActed: () => {
      isDue.current = true;
    },
  };
}
