/** Stores the page on the screen as a first screen (`data/first-screens.ts`). */
import { isPrecache } from '../../data/app-caches';
import { trimCache } from '../../data/trim-cache';
import { FIRST_SCREENS_CACHE, MAX_FIRST_SCREENS, firstScreenKey } from '../../data/first-screens';
import { connectionStore } from '../../state/connection';
import { copyScreen } from '../page/copy-screen';
import { pause } from '../page/pause';

/** After this time a page has its pictures and figures, and its other work is done. */
const SETTLE_MS = 2_000;
/** So often the page is looked at, because on a slow phone its calls are still under way the first time. */
const LOOKS = 5;
/** After one of these the page may show what somebody did. */
const TOUCHES = ['pointerdown', 'keydown', 'click', 'input'];
/** Finds something on the page that says that a call failed, or that is still loading. */
const NOT_SETTLED = 'main :is([role=alert], .skeleton, [aria-busy=true])';
const DOCUMENT = '/index.html';
const POLICY = 'content-security-policy';
/** These headers describe how the document came over the network, so the first screen, which is another document, does not get them. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'etag', 'vary'];

interface BuildDocument {
  /** Its address in the precache. */
  readonly key: string;
  readonly markup: string;
  readonly headers: Headers;
}

/** Finds the document of this page's build in the precache; null where this build is not on the device. */
async function findOwnDocument(): Promise<BuildDocument | null> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  for (const name of (await caches.keys()).filter(isPrecache)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys(DOCUMENT, { ignoreSearch: true, ignoreVary: true })) {
      const answer = await cache.match(request, { ignoreVary: true });
      const markup = (await answer?.text()) ?? '';
      if (answer && entry !== '' && markup.includes(`"${entry}"`)) return { key: request.url, markup, headers: answer.headers };
    }
  }
  return null;
}

async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `'sha256-${btoa(String.fromCharCode(...hash))}'`;
}

/** Makes the headers, whose policy allows just the style attributes that the copy has. */
async function headersFor(copy: HTMLElement, documentHeaders: Headers): Promise<Headers> {
  const headers = new Headers(documentHeaders);
  for (const name of TRANSFER_HEADERS) headers.delete(name);
  const styles = new Set([...copy.querySelectorAll('[style]')].map((element) => element.getAttribute('style') ?? ''));
  const hashes = await Promise.all([...styles].map(hashOf));
  headers.set(POLICY, (headers.get(POLICY) ?? '').replace('style-src', () => ['style-src', "'unsafe-hashes'", ...hashes].join(' ')));
  return headers;
}

const PRELOADS = /<link rel="modulepreload"[^>]*>/g;
const TITLE = /<title>.*?<\/title>/;
const HEAD_END = '</head>';
const ROOT = /<div id="root">[\s\S]*(?=<\/div>\s*<noscript>)/;

function styleSheetLink(href: string): string {
  return Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href }).outerHTML;
}

/**
 * Puts the copy and its style sheets into the document, as text, because the page may make no elements of text (Trusted Types). The scripts
 * are not loaded in advance, so that they don't run before the browser has painted.
 */
function composeDocument(markup: string, copy: HTMLElement): string {
  const hrefs = [...document.head.querySelectorAll('link[rel=stylesheet]')].map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname);
  const links = hrefs.filter((href) => !markup.includes(`href="${href}"`)).map(styleSheetLink);
  const title = Object.assign(document.createElement('title'), { textContent: document.title });
  return markup
    .replaceAll(PRELOADS, '')
    .replace(TITLE, () => title.outerHTML)
    .replace(HEAD_END, () => links.join('') + HEAD_END)
    .replace(ROOT, () => `<div id="root" data-first-screen>${copy.innerHTML}`);
}

/** Returns true if the screen shows the page at that address from its top, as it opens for everybody, and nothing on it is still to come. */
function isSettled(pathname: string): boolean {
  // The query of an address may be about one player.
  const isAddress = location.pathname === pathname && location.search === '' && location.hash === '';
  const isAtTop = window.scrollY === 0 && document.visibilityState === 'visible';
  return isAddress && isAtTop && connectionStore.getState().reach === 'online' && document.querySelector(NOT_SETTLED) === null;
}

async function store(pathname: string): Promise<void> {
  const page = document.getElementById('root');
  const copy = page && copyScreen(page);
  const own = await findOwnDocument();
  if (copy === null || own === null || !ROOT.test(own.markup)) return;
  const screen = new Response(composeDocument(own.markup, copy), { headers: await headersFor(copy, own.headers) });
  await (await caches.open(FIRST_SCREENS_CACHE)).put(firstScreenKey(own.key, pathname), screen);
  await trimCache(FIRST_SCREENS_CACHE, MAX_FIRST_SCREENS);
}

/** Stores the page once it has settled, unless that takes long, or it is left (`leaving`) or touched before. Never rejects. */
export async function storeFirstScreen(pathname: string, leaving: AbortSignal): Promise<void> {
  const touch = new AbortController();
  const end = () => touch.abort();
  leaving.addEventListener('abort', end);
  for (const type of TOUCHES) addEventListener(type, end, { capture: true, passive: true, signal: touch.signal });
  let isReady = false;
  for (let look = 0; look < LOOKS && !isReady; look += 1) {
    await pause(SETTLE_MS, touch.signal);
    isReady = !touch.signal.aborted && isSettled(pathname);
  }
  end();
  if (!isReady) return;
  try {
    await store(pathname);
  } catch {
    // The device is full, or has no caches: the page is drawn by its scripts, as on the first visit.
  }
}
