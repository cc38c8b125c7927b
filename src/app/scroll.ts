/**
 * Restores the scroll position of each entry of the history. The positions are stored for the tab, so that a page returns to its position
 * also after a reload, and after the phone has unloaded the app.
 */
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { Location, NavigationType } from 'react-router-dom';
import { isKeepScroll } from '../ui/keep-scroll';

const STORAGE_KEY = 'scroll-places';
/** Positions are kept for this many of the last entries; older ones begin at the top. */
const MOST_POSITIONS = 50;
/** A list that is still loading may take this long to become as long as it was. */
const MAX_GROWTH_MS = 2_000;
/** After one of these events the player controls the scrolling. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const isPosition = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';

/** The positions in px by the entry's key. The map is empty where nothing is stored, or something else. */
export function readPositions(store: Store): Map<string, number> {
  try {
    const positions: unknown = JSON.parse(store.getItem(STORAGE_KEY) ?? '[]');
    return new Map(Array.isArray(positions) ? positions.filter(isPosition) : []);
  } catch {
    return new Map();
  }
}

export function storePositions(store: Store, positions: ReadonlyMap<string, number>): void {
  try {
    store.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MOST_POSITIONS)));
  } catch {
    // The storage is closed or full, so a reload begins at the top.
  }
}

/**
 * Scrolls to a position, and again whenever the page grows or shrinks, until the player scrolls or the time is over. The returned function
 * ends it.
 */
function holdAt(top: number): () => void {
  const go = () => window.scrollTo(0, top);
  const sizes = new ResizeObserver(go);
  const isOver = new AbortController();
  const end = () => {
    isOver.abort();
    sizes.disconnect();
  };
  go();
  sizes.observe(document.body);
  setTimeout(end, MAX_GROWTH_MS);
  for (const event of BY_HAND) addEventListener(event, end, { passive: true, signal: isOver.signal });
  return end;
}

function goToAnchor(hash: string): boolean {
  try {
    const anchor = document.getElementById(decodeURIComponent(hash.slice(1)));
    anchor?.scrollIntoView();
    return anchor !== null;
  } catch {
    return false;
  }
}

/** The router's key of the first page of a document, and of an anchor that the browser went to by itself. */
const NO_KEY = 'default';

/** The query is left out, because it may name private things and the positions outlive the session. */
const entryOf = ({ key, pathname, hash }: Location): string => (key === NO_KEY ? pathname + hash : key);

/** True if somebody came back to this document or reloaded it. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate';
}

/**
 * Takes over from the browser, which scrolls before the page is drawn. The returned function is called for each navigation once it is
 * drawn.
 */
function followScroll(): (location: Location, type: `${NavigationType}`) => void {
  const positions = readPositions(sessionStorage);
  let key: string | null = null;
  let end = (): void => undefined;
  const notePosition = () => {
    if (key !== null) positions.set(key, window.scrollY);
  };
  const storeAll = () => {
    notePosition();
    storePositions(sessionStorage, positions);
  };
  const setRestoration = (scrollRestoration: ScrollRestoration) => {
    history.scrollRestoration = scrollRestoration;
  };
  setRestoration('manual');
  addEventListener('scroll', notePosition, { passive: true });
  addEventListener('visibilitychange', storeAll);
  addEventListener('pagehide', () => {
    storeAll();
    // The browser may restore the next document, because that may be long enough before any script has run.
    setRestoration('auto');
  });
  addEventListener('pageshow', () => setRestoration('manual'));

  return (location, type) => {
    const isFirst = key === null;
    const isNew = type !== 'POP' || (isFirst && location.key === NO_KEY && !isReturn());
    key = entryOf(location);
    const position = isNew ? undefined : positions.get(key);
    const isAtBrowserAnchor = type === 'POP' && location.key === NO_KEY;
    end();
    // Deleting the key first moves it to the end of the list.
    positions.delete(key);
    const stays = position === undefined && (isAtBrowserAnchor || isKeepScroll(location.state) || goToAnchor(location.hash) || isFirst);
    if (position !== undefined && position > 0) end = holdAt(position);
    else if (!stays) window.scrollTo(0, 0);
    // The position is read in the next frame, because reading it now would make the browser lay the page out before the rest of it is there.
    requestAnimationFrame(notePosition);
  };
}

/** A link goes to the top; back, forward and a reload restore the position. */
export function useScroll(): void {
  const location = useLocation();
  const type = useNavigationType();
  const show = useRef<ReturnType<typeof followScroll>>(null);
  useLayoutEffect(() => {
    show.current ??= followScroll();
    show.current(location, type);
  }, [location, type]);
}
