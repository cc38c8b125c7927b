import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Goes to the heading that the address names (`#differences`) once its list is there. Whoever moves first is left where they are. */
export function useHeadingOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (id === '') return;
    const end = new AbortController();
    const go = (): void => {
      const heading = document.getElementById(id);
      if (heading === null) return;
      end.abort();
      heading.scrollIntoView({ block: 'start' });
    };
    const observer = new MutationObserver(go);
    end.signal.addEventListener('abort', () => observer.disconnect());
    for (const event of ['wheel', 'pointerdown', 'keydown', 'touchstart']) addEventListener(event, () => end.abort(), { signal: end.signal, passive: true });
    observer.observe(document.body, { childList: true, subtree: true });
    go();
    return () => end.abort();
  }, [hash, key]);
}
