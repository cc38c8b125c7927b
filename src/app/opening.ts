/** Shows that a tapped page is on its way. The router changes the address at once, and draws the page when its code is there. */
import { useEffect } from 'react';
import type { Location } from 'react-router-dom';

/** While the root element has this attribute, the style sheet draws a line at the top of the screen. */
const OPENING_ATTRIBUTE = 'data-opening';
/** A page that comes sooner draws no line: drawing it would cost the page time. */
const MOMENT_MS = 100;

/** @param location of the page that is drawn */
export function useOpening({ pathname }: Location): void {
  useEffect(() => {
    // The address as the browser spells it, which can differ from the router's spelling.
    const drawn = new URL(window.location.href);
    drawn.pathname = pathname;
    const check = () => void document.documentElement.toggleAttribute(OPENING_ATTRIBUTE, window.location.pathname !== drawn.pathname);
    // A link may have been tapped while this page was being drawn.
    check();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const checkSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(check, MOMENT_MS);
    };
    addEventListener('click', checkSoon);
    addEventListener('popstate', checkSoon);
    return () => {
      clearTimeout(timer);
      removeEventListener('click', checkSoon);
      removeEventListener('popstate', checkSoon);
    };
  }, [pathname]);
}
