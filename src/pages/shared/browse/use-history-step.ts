import { useEffect } from 'react';

/**
 * Calls `onStep` with the address after back or forward was pressed on this page. Such a step may come before the one that it undoes was
 * drawn, so `useSearchParams` never shows it. Pass the same `onStep` at each drawing.
 */
export function useHistoryStep(onStep: (search: URLSearchParams) => void): void {
  useEffect(() => {
    const page = location.pathname;
    const onPopState = () => {
      if (location.pathname === page) onStep(new URLSearchParams(location.search));
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [onStep]);
}
