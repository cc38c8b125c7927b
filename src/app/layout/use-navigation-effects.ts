import { useEffect, useRef, useState } from 'react';
import { brand } from '../../core/brand';
import { useAble } from '../../state/use';
import { trackPageView } from '../page-views';
import type { View } from '../router';
import { words } from '../words';

/** What every drawn navigation brings: the document's title, the page view, the focus on the heading, the announcement. */
export function useNavigationEffects({ location: { pathname, hash }, route }: View): { readonly announcement: string; readonly bare: boolean } {
  const isThere = useAble(route.needs);
  const [announcement, setAnnouncement] = useState('');
  const drawnPath = useRef<string | null>(null);

  useEffect(() => {
    if (drawnPath.current === pathname) return;
    const isFirst = drawnPath.current === null;
    drawnPath.current = pathname;
    const { name, named = false } = route;
    // A game and a category are called what their heading says.
    const heading = named ? document.querySelector('#main h1')?.textContent : null;
    const title = heading ?? route.title;
    document.title = name === 'games' ? `${brand.name} – ${brand.tagline}` : `${title} – ${brand.name}`;
    trackPageView(pathname, name);
    // The first page is announced by the browser itself, and an anchor has a focus of its own.
    if (isFirst || hash !== '') return;
    setAnnouncement(words.navigated(title));
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  }, [pathname, hash, route]);

  // Where the platform lacks an area there is a not-found page, and the way on from it.
  return { announcement, bare: (route.bare ?? false) && isThere };
}
