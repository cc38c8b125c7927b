/** Stores the page on the screen as a first screen (`data/first-screens.ts`). Nothing here rejects. */
import { isPrecache } from '../../data/app-caches';
import { FIRST_SCREENS_CACHE, MAX_FIRST_SCREENS, dropFirstScreens, firstScreenKey } from '../../data/first-screens';
import { sessionStore } from '../../state/session';
import { pause } from '../page/watch';

/** A page has its pictures and figures by then, and other work is done. */
const SETTLED_MS = 2_000;
/** What is over the page, or comes later. */
const NOT_OF_PAGE = 'dialog, .toasts, .heart, .status > *';
/** What is of a player or of this moment. Its place stays, without its words. */
const PRIVATE = '[data-private], [data-private] *, [aria-live], time[title]';
const WORDS_IN_ATTRIBUTES = ['href', 'src', 'title', 'alt', 'value', 'aria-label', 'aria-description'];
const POLICY = 'content-security-policy';
const SHELL = '/index.html';

/** Returns the document of this page's build in the precache and its address there; null where this build is not on the device. */
async function ownDocument(): Promise<{ readonly key: string; readonly answer: Response } | null> {
  const ownEntry = document.querySelector('script[type=module][src]')?.getAttribute('src');
  for (const name of (await caches.keys()).filter(isPrecache)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys(SHELL, { ignoreSearch: true, ignoreVary: true })) {
      const answer = await cache.match(request, { ignoreVary: true });
      if (answer && ownEntry && (await answer.clone().text()).includes(`"${ownEntry}"`)) return { key: request.url, answer };
    }
  }
  return null;
}

/** Takes what stands below the screen, which the first painting need not wait for, out of the copy of an element. */
function cutBelowScreen(element: Element, copy: Element): void {
  const copies = [...copy.children];
  for (const [index, child] of [...element.children].entries()) {
    const childCopy = copies[index];
    if (child.getBoundingClientRect().top + window.scrollY >= window.innerHeight) childCopy?.remove();
    else if (childCopy !== undefined && !(child instanceof SVGElement)) cutBelowScreen(child, childCopy);
  }
}

function takeWordsOut(element: Element): void {
  // The attributes of drawings name their own parts.
  if (!(element instanceof SVGElement)) for (const name of WORDS_IN_ATTRIBUTES) element.removeAttribute(name);
  // A line keeps its height.
  for (const node of element.childNodes) if (node instanceof Text) node.data = '\u00A0';
}

/** Copies what is on the screen, without anything that is of a player or of this moment. */
function copyScreen(page: HTMLElement): HTMLElement {
  const copy = page.cloneNode(true) as HTMLElement;
  cutBelowScreen(page, copy);
  for (const element of copy.querySelectorAll(NOT_OF_PAGE)) element.remove();
  for (const element of copy.querySelectorAll(PRIVATE)) takeWordsOut(element);
  // Links work without the scripts. A press on anything else, or what is typed into it, would be lost.
  for (const control of copy.querySelectorAll('button, input, select, textarea, summary')) control.setAttribute('inert', '');
  return copy;
}

/** Returns the headers of the document with a policy that allows just the style attributes that the copy has. */
async function headersFor(copy: HTMLElement, { headers }: Response): Promise<Headers> {
  const styles = new Set([...copy.querySelectorAll('[style]')].map((element) => element.getAttribute('style') ?? ''));
  const toSource = async (text: string) => {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    return `'sha256-${btoa(String.fromCharCode(...hash))}'`;
  };
  const sources = await Promise.all([...styles].map(toSource));
  const withStyles = new Headers(headers);
  const policy = headers.get(POLICY) ?? '';
  withStyles.set(POLICY, policy.replace('style-src', () => ['style-src', "'unsafe-hashes'", ...sources].join(' ')));
  return withStyles;
}

const PRELOADS = /<link rel="modulepreload"[^>]*>/g;
const TITLE = /<title>.*?<\/title>/;
const HEAD_END = '</head>';
const ROOT = /<div id="root">[\s\S]*(?=<\/div>\s*<noscript>)/;

/** Puts the page on the screen into its build's document, as text, because the document may make no elements of text (Trusted Types). */
function composeDocument(shell: string, screen: string): string {
  const files = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    .filter((link) => !shell.includes(`"${link.getAttribute('href') ?? ''}"`));
  const title = Object.assign(document.createElement('title'), { textContent: document.title });
  return shell
    .replaceAll(PRELOADS, '')
    .replace(TITLE, () => title.outerHTML)
    .replace(HEAD_END, () => files.map((link) => link.outerHTML).join('') + HEAD_END)
    .replace(ROOT, () => `<div id="root" data-first-screen>${screen}`);
}

/** Stores the page once it has settled, unless it is left before (`leaving` ends), or touched, because it may show what somebody did then. */
export async function storeFirstScreen(pathname: string, leaving: AbortController): Promise<void> {
  const { signal } = leaving;
  const { userId } = sessionStore.getState();
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => leaving.abort(), { capture: true, passive: true, signal });
  await pause(SETTLED_MS, signal);
  if (signal.aborted || !('caches' in globalThis)) return;
  try {
    const own = await ownDocument();
    const isSamePlayer = () => sessionStore.getState().userId === userId;
    const page = document.getElementById('root');
    if (own === null || page === null || signal.aborted || !isSamePlayer()) return;
    const copy = copyScreen(page);
    const headers = await headersFor(copy, own.answer);
    const screen = new Response(composeDocument(await own.answer.text(), copy.innerHTML), { headers });
    const cache = await caches.open(FIRST_SCREENS_CACHE);
    await cache.put(firstScreenKey(own.key, pathname), screen);
    const keys = await cache.keys();
    for (const request of keys.slice(0, Math.max(0, keys.length - MAX_FIRST_SCREENS))) await cache.delete(request);
    // Another player may have come meanwhile.
    if (!isSamePlayer()) await dropFirstScreens();
  } catch {
    // The device is full, or the cache is closed: the page is drawn by its scripts, as on the first visit.
  }
}
