import { useEffect, useRef, useState } from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router-dom';
import { brand } from '../../core/brand';
import { useAble } from '../../state/use';
import { trackPageView } from '../page-views';
import type { RouteHandle } from '../routes';
import { words } from '../words';

/** What every drawn navigation brings: the document's title, the page view, the focus on the heading, the announcement. */
export function useNavigationEffects(): { readonly announcement: string; readonly bare: boolean } {
  const { pathname, hash } = useLocation();
  const { state } = useNavigation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const isThere = useAble(handle?.needs);
  const [announcement, setAnnouncement] = useState('');
  const drawnPath = useRef<string | null>(null);
  const name = handle?.name ?? 'not-found';

  useEffect(() => {
    if (state !== 'idle' || drawnPath.current === pathname) return;
    const isFirst = drawnPath.current === null;
    drawnPath.current = pathname;
    // A game and a category are called what their heading says.
    const heading = handle?.named === true ? document.querySelector('#main h1')?.textContent : null;
    const title = heading ?? handle?.title ?? brand.name;
    document.title = name === 'games' ? `${brand.name} – ${brand.tagline}` : `${title} – ${brand.name}`;
    trackPageView(pathname, name);
    // The first page is announced by the browser itself, and an anchor has a focus of its own.
    if (isFirst || hash !== '') return;
    setAnnouncement(words.navigated(title));
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  }, [state, pathname, hash, handle, name]);

  // Where the platform lacks an area there is a not-found page, and the way on from it.
  return { announcement, bare: (handle?.bare ?? false) && isThere };
}
