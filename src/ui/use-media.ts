import { useCallback, useSyncExternalStore } from 'react';

/** True while a media query holds. The component renders when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, () => false);
}

/** Above this width lists are tables; below it they are cards. */
export const WIDE = '(min-width: 900px)';
