interface Entry {
  readonly url: URL;
  readonly state: unknown;
}

/** A tab's address and history; `walk` is what the browser's buttons do, `anchor` a plain link within the page. */
export function fakeWindow(path: string) {
  const entries: Entry[] = [{ url: new URL(path, 'http://ayo.test'), state: null }];
  let at = 0;
  const listeners = new Set<() => void>();
  const assigned: string[] = [];
  const here = () => entries[at]!;
  const pop = () => listeners.forEach((listener) => listener());
  let isFull = false;
  const walk = (delta: number) => {
    if (entries[at + delta] === undefined) return;
    at += delta;
    pop();
  };
  const location = {
    origin: 'http://ayo.test',
    get href() { return here().url.href; },
    get pathname() { return here().url.pathname; },
    get search() { return here().url.search; },
    get hash() { return here().url.hash; },
    assign: (url: string | URL) => void assigned.push(String(url)),
  };
  const history = {
    get state() { return here().state; },
    pushState: (state: unknown, _: string, url: string) => {
      if (isFull) throw new Error('Too many calls to Location or History APIs');
      entries.splice(at + 1, entries.length, { url: new URL(url, here().url), state });
      at += 1;
    },
    replaceState: (state: unknown, _: string, url?: string) => {
      entries[at] = { url: url === undefined ? here().url : new URL(url, here().url), state };
    },
    go: (delta = 0) => walk(delta),
  };
  const browser = {
    location,
    history,
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
  };
  return {
    /** The router uses only a few members of a window; this has them. */
    browser: browser as unknown as Window,
    location,
    assigned,
    walk,
    anchor: (hash: string) => {
      entries.splice(at + 1, entries.length, { url: new URL(hash, here().url), state: null });
      at += 1;
      pop();
    },
    refuseMore: () => { isFull = true; },
    /** Paths in the history, the one on screen in brackets. */
    trail: () => entries.map(({ url }, index) => (index === at ? `[${url.pathname}${url.search}${url.hash}]` : url.pathname + url.search + url.hash)),
  };
}
