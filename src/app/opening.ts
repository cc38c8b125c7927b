/** Shows that a tapped page is on its way. The router changes the address at once, and draws the page when its code is there. */
import { useEffect } from 'react';
import type { Location } from 'react-router-dom';

/** The style sheet draws a line at the top of the screen while the document's element has it. */
const OPENING = 'data-opening';

/** @param location of the page that is drawn */
export function useOpening({ pathname }: Location): void {
  useEffect(() => {
    // As the browser spells it, which can differ from the router's spelling.
    const drawnPath = window.location.pathname;
    const root = document.documentElement;
    root.removeAttribute(OPENING);
    // The router changes the address in its own listener, which may come after this one.
    const check = () => void setTimeout(() => root.toggleAttribute(OPENING, window.location.pathname !== drawnPath));
    addEventListener('click', check);
    addEventListener('popstate', check);
    return () => {
      removeEventListener('click', check);
      removeEventListener('popstate', check);
    };
  }, [pathname]);
}
