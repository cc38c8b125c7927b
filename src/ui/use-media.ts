import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, now and when it changes. */
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

/** From here on lists are tables; below they are cards. */
export const WIDE = '(min-width: 900px)';
