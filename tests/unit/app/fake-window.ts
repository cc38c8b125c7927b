import type { Addressed } from '../../../src/app/router';

interface Entry {
  readonly url: URL;
  readonly state: unknown;
}

/** A tab's address and history; `walk` is what the browser's buttons do, `anchor` a plain link within the page. */
export function fakeWindow(path: string) {
  const entries: Entry[] = [{ url: new URL(path, 'http://ayo.test'), state: null }];
  let at = 0;
  const heard: (() => void)[] = [];
  const assigned: string[] = [];
  const here = () => entries[at]!;
  const pop = () => heard.forEach((listener) => listener());
  let isFull = false;
  const walk = (delta: number) => {
    if (entries[at + delta] === undefined) return;
    at += delta;
    pop();
  };
  const browser: Addressed = {
    location: {
      get pathname() { return here().url.pathname; },
      get search() { return here().url.search; },
      get hash() { return here().url.hash; },
      assign: (url) => void assigned.push(String(url)),
    },
    history: {
      get state() { return here().state; },
      pushState: (state, _, url) => {
        if (isFull) throw new Error('Too many calls to Location or History APIs');
        entries.splice(at + 1, entries.length, { url: new URL(String(url), here().url), state });
        at += 1;
      },
      replaceState: (state, _, url) => {
        entries[at] = { url: url === undefined || url === null ? here().url : new URL(url, here().url), state };
      },
      go: (delta = 0) => walk(delta),
    },
    addEventListener: (_, listener) => void heard.push(listener),
  };
  return {
    browser,
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
    state: () => here().state as { key?: string; idx?: number; usr?: unknown },
  };
}
