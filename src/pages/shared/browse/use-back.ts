import { useEffect } from 'react';

/**
 * Calls `hear` with the address after back or forward was pressed on this page. Such a step may come before the one that it undoes was
 * drawn, so `useSearchParams` never shows it. Pass the same `hear` at each drawing.
 */
export function useBack(hear: (search: URLSearchParams) => void): void {
  useEffect(() => {
    const page = location.pathname;
    const listen = () => {
      if (location.pathname === page) hear(new URLSearchParams(location.search));
    };
    addEventListener('popstate', listen);
    return () => removeEventListener('popstate', listen);
  }, [hear]);
}
