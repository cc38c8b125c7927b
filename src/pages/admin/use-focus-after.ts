import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * For lists in which an act takes away the button that was pressed: once the new list is there, the heading has the focus,
 * unless it is somewhere else by then. `onActed` is called when the new list is asked for.
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
