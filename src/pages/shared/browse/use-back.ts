import { useEffect } from 'react';

/**
 * Tells what the address asks for once back or forward was pressed within this page. They may come before the step that they undo
 * was drawn: then nothing of it is ever seen in `useSearchParams`. `hear` is the same from drawing to drawing.
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
