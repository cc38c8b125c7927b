/**
 * Which page is on screen, and how another takes its place: the guard is asked and the page's code is loaded first, so the
 * old page stays, with its address, until the next can be drawn. Back and forward have changed the address already.
 */
import { createPath, parsePath } from 'react-router-dom';
import type { Location, Navigator, To } from 'react-router-dom';
import { elsewhere, openPage } from './open-page';
import type { Opened } from './open-page';
import type { PageRoute } from './routes';

/** `pop`: the address was there first, from the history, a reload or an anchor of the page. */
export type Action = 'pop' | 'push' | 'replace';

interface Step {
  readonly location: Location;
  readonly action: Action;
  /** The page stays where it is scrolled to. */
  readonly keepsScroll: boolean;
}

/** What is on screen. A new one with every navigation, also to the same address. */
export interface View extends Step, Opened {}

export interface AppRouter {
  readonly view: () => View;
  /** Told of each view before it is drawn. Returns what ends it. */
  readonly subscribe: (listener: (view: View) => void) => () => void;
  /** For links and for whoever sends the player somewhere. */
  readonly navigator: Navigator;
  /** A session began or ended: who may no longer see the page on screen leaves it. */
  readonly askGuard: () => void;
}

/** The parts of a window that hold an address. */
export interface Addressed {
  readonly location: Pick<globalThis.Location, 'pathname' | 'search' | 'hash' | 'assign'>;
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  readonly addEventListener: (type: 'popstate', listener: () => void) => void;
}

/** One entry of the browser's history as it is written here; another document's, and an anchor's, has nothing of it. */
interface Entry {
  readonly usr?: unknown;
  readonly key?: string;
  /** Its place in this visit; the first page of it has 0. */
  readonly idx?: number;
}

const newKey = (): string => Math.random().toString(36).slice(2, 10);

const locationAt = (to: To, state: unknown = null): Location =>
  ({ pathname: '/', search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to), state, key: newKey() });

/** A path of this site, also one that begins with two slashes: those alone would name another host. */
function onThisSite(location: Location): string {
  const path = createPath(location);
  return path.startsWith('//') ? `/.${path}` : path;
}

/** Resolves when the first page (guard, code) is there, or why it is not. */
export async function makeRouter(routes: readonly PageRoute[], browser: Addressed = window): Promise<AppRouter> {
  const { location: address, history } = browser;
  const listeners = new Set<(view: View) => void>();
  let view: View | null = null;
  let underWay: Step | null = null;
  /** Of the entry on screen. */
  let place = -1;

  const entry = () => (history.state ?? {}) as Entry;

  /** The address that the browser is at. An entry that is not ours yet becomes ours, so that its place can be told again. */
  function here(): Location {
    const { usr = null, key = newKey(), idx = place + 1 } = entry();
    if (entry().key === undefined) history.replaceState({ usr, key, idx } satisfies Entry, '');
    const { pathname, search, hash } = address;
    return { pathname, search, hash, state: usr, key };
  }

  function write({ location, action }: Step): void {
    const next: Entry = { usr: location.state as unknown, key: location.key, idx: (entry().idx ?? 0) + (action === 'push' ? 1 : 0) };
    const url = onThisSite(location);
    if (action === 'replace') history.replaceState(next, '', url);
    if (action !== 'push') return;
    try {
      history.pushState(next, '', url);
    } catch {
      // Safari lets a page do this a hundred times in half a minute.
      address.assign(url);
    }
  }

  /** Not asked for another query of the same page; asked for the very same address, which is how a page is asked for anew. */
  const isGuarded = ({ pathname, search, hash }: Location): boolean =>
    view?.location.pathname !== pathname || createPath(view.location) === createPath({ pathname, search, hash });

  /** The last one to start wins. */
  async function travel(step: Step, asksGuard = isGuarded(step.location)): Promise<void> {
    underWay = step;
    const opened = await openPage(routes, step.location, asksGuard);
    if (underWay !== step) return;
    if ('to' in opened) {
      await travel({ location: locationAt(opened.to), action: step.action === 'push' ? 'push' : 'replace', keepsScroll: false });
      return;
    }
    underWay = null;
    write(step);
    place = entry().idx ?? 0;
    const next = { ...step, ...opened };
    view = next;
    for (const listener of listeners) listener(next);
    // Its code was late, and the player is still where it belongs.
    const redraw = () => {
      if (view === next && underWay === null) void travel({ ...step, action: 'replace', keepsScroll: true }, false);
    };
    next.arrival?.then(redraw, () => undefined);
  }

  const isLeaving = () => underWay !== null && underWay.location.pathname !== view?.location.pathname;

  /** A step within a page that is being left is none: a search writes its words a moment late. */
  const going = (action: 'push' | 'replace'): Navigator['push'] => (to, state, { preventScrollReset: keepsScroll = false } = {}) => {
    if (!(keepsScroll && isLeaving())) void travel({ location: locationAt(to, state), action, keepsScroll });
  };

  browser.addEventListener('popstate', () => {
    // The browser goes to an anchor of the page by itself.
    const isAnchor = entry().key === undefined;
    void travel({ location: here(), action: 'pop', keepsScroll: isAnchor });
  });
  const first = await new Promise<View>((resolve) => {
    listeners.add(resolve);
    void travel({ location: here(), action: 'pop', keepsScroll: false });
  });
  listeners.clear();

  return {
    view: () => view ?? first,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => history.go(delta),
      push: going('push'),
      replace: going('replace'),
    },
    askGuard: () => {
      const { route, location } = view ?? first;
      if (underWay !== null) void travel({ ...underWay }, true);
      else if (elsewhere(route, location) !== null) void travel({ location, action: 'replace', keepsScroll: false });
    },
  };
}
