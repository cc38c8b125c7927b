/** Lets the art of a tapped game grow into the stage of its page. Everything else of the page changes at once. */
import { useEffect } from 'react';
import type { NavigateFunction } from 'react-router-dom';
import { isOnDevice } from '../bridge/boot';
import { prefersReducedMotion } from '../ui/reduced-motion';
import { pageAt } from './app-routes';
import type { AppRoute } from './app-routes';
import { preload } from './page-code';

/** The name by which the browser knows that the tile's art and the stage are one thing. The style sheet has it, too. */
const SHARED_NAME = 'game-art';
/** The root element has this attribute while the tile's art grows into the stage. */
const GROWING_ATTRIBUTE = 'data-tile-grows';
/** The browser draws nothing while it waits for the stage. A page whose stage is later opens without a transition. */
const PATIENCE_MS = 300;

/** Missing in older browsers, whatever the DOM's types say. */
const canTransition = (page: Partial<Pick<Document, 'startViewTransition'>> = document): boolean => page.startViewTransition !== undefined;

function tileLinkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a.tile-link') : null;
}

/** Resolves with true as soon as the page has a stage; with false when it is late. */
function whenStageIsThere(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      changes.disconnect();
      clearTimeout(patienceTimer);
      resolve(isThere);
    };
    const changes = new MutationObserver(() => {
      if (document.querySelector('.stage') !== null) end(true);
    });
    const patienceTimer = setTimeout(end, PATIENCE_MS, false);
    changes.observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Follows taps on tiles where the app's files are on the device; elsewhere a tile is a link as any other. The page is loaded when the finger
 * comes down, not only when it is lifted. Going back has no transition, because the phone draws its own.
 */
export function useTileTransition(routes: AppRoute[], navigate: NavigateFunction): void {
  useEffect(() => {
    const load = ({ target }: Event) => {
      const link = tileLinkAt(target);
      if (link === null || !isOnDevice()) return;
      // Where the code can't be loaded, drawing the page says so.
      preload(pageAt(routes, link.pathname), link.pathname).catch(() => undefined);
    };

    const open = (event: MouseEvent) => {
      const link = tileLinkAt(event.target);
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (link === null || !isPlain || !isOnDevice() || !canTransition() || prefersReducedMotion()) return;
      const art = link.querySelector<HTMLElement>('.tile-art');
      if (art === null) return;
      // The router's link does nothing then.
      event.preventDefault();
      art.style.viewTransitionName = SHARED_NAME;
      const transition = document.startViewTransition(async () => {
        art.style.viewTransitionName = '';
        document.documentElement.setAttribute(GROWING_ATTRIBUTE, '');
        // A second tap may come before the page is drawn.
        void navigate(link.pathname, { replace: window.location.pathname === link.pathname });
        if (!(await whenStageIsThere())) transition.skipTransition();
      });
      // Another transition, a late page or a hidden one ends it; the page is open all the same.
      transition.ready.catch(() => undefined);
      void transition.finished.catch(() => undefined).then(() => document.documentElement.removeAttribute(GROWING_ATTRIBUTE));
    };

    addEventListener('pointerdown', load, { passive: true });
    // Before React's own listener, which calls the link's.
    addEventListener('click', open, { capture: true });
    return () => {
      removeEventListener('pointerdown', load);
      removeEventListener('click', open, { capture: true });
    };
  }, [routes, navigate]);
}
