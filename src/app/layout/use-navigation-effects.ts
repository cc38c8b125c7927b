import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isOnDevice } from '../../bridge/boot';
import { brand } from '../../core/brand';
import { showPage } from '../../state/app';
import { useCan } from '../../state/use';
import { trackPageView } from '../page-views';
import type { PageRoute } from '../routes';
import { words } from '../words';

interface Navigated {
  /** Of the element that screen readers read aloud. */
  readonly announcer: RefObject<HTMLParagraphElement | null>;
  readonly bare: boolean;
}

/**
 * Runs after every drawn navigation: sets the document's title, counts the page view, focuses the heading and announces the page.
 */
export function useNavigationEffects(page: PageRoute, { pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Navigated {
  const isSupported = useCan(page.needs);
  const announcer = useRef<HTMLParagraphElement>(null);
  const drawnPath = useRef<string | null>(null);

  useEffect(() => {
    if (drawnPath.current === pathname) return;
    const isFirst = drawnPath.current === null;
    drawnPath.current = pathname;
    const { name, setsOwnTitle = false } = page;
    // The title of a game or a category is the text of its heading.
    const heading = setsOwnTitle ? document.querySelector('#main h1')?.textContent : null;
    const title = heading ?? page.title;
    document.title = name === 'games' ? `${brand.name} – ${brand.tagline}` : `${title} – ${brand.name}`;
    trackPageView(pathname, name);
    showPage(name);
    // The first page is announced by the browser itself, and an anchor has a focus of its own.
    if (isFirst || hash !== '') return;
    // Written by hand, because the whole frame would be drawn again for it.
    if (announcer.current !== null) announcer.current.textContent = words.navigated(title);
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  }, [pathname, hash, page]);

  useEffect(() => {
    if (hash !== '' || !isOnDevice()) return undefined;
    const leaving = new AbortController();
    void import('../../bridge/actions/first-screen').then(({ storeFirstScreen }) => storeFirstScreen(pathname, leaving.signal), () => undefined);
    return () => leaving.abort();
  }, [pathname, hash, page]);

  // Where the platform lacks an area there is a not-found page, and the way on from it.
  return { announcer, bare: (page.bare ?? false) && isSupported };
}
