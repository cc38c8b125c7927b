// @vitest-environment happy-dom
import type { Window as HappyWindow } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeFirstScreen } from '../../../src/bridge/actions/first-screen';
import { copyScreen } from '../../../src/bridge/page/copy-screen';
import { FIRST_SCREENS_CACHE, MAX_FIRST_SCREENS, firstScreenKey } from '../../../src/data/first-screens';
import { connectionStore } from '../../../src/state/connection';
import { FakeCaches } from '../../support/fake-caches';

const ENTRY = '/assets/app-2.js';
const KEY = 'https://ayo.test/index.html?__WB_REVISION__=2';
const POLICY = "default-src 'none'; style-src 'self' 'sha256-critical'; img-src 'self'";
/** Longer than a page is waited for to settle. */
const LONG_MS = 12_000;

const documentOf = (entry: string) => `<!doctype html><html><head><title>Ayo</title>
<script type="importmap">{"imports":{"/assets/page.css":"/assets/page.css"}}</script><script type="module" src="${entry}"></script>
<link rel="modulepreload" href="/assets/lib.js"><link rel="stylesheet" href="/assets/frame.css"></head>
<body><div id="root"><main aria-busy="true"></main></div>
<noscript>needs scripts</noscript></body></html>`;

const PAGE = `<header><div data-public><a href="/">Ayo</a></div><button class="chip" data-testid="chip">₦7,341.00</button></header>
<div class="status"><p>You are offline</p></div>
<main><h1 data-public>Terms</h1><section class="hero" aria-label="Ngozi">Hello Ngozi <a href="/game/mines">Mines</a><img src="/cdn/mines.svg" alt="Mines"></section>
<div data-public style="height: 3px"><input value="typed"><button>Search</button><span class="heart">♥</span><p data-private>as of 14:02</p></div></main>
<dialog open>Time check</dialog>`;

let caches: FakeCaches;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  caches = new FakeCaches();
  vi.stubGlobal('caches', caches);
  const headers = { 'content-security-policy': POLICY, 'content-type': 'text/html', 'content-encoding': 'br', vary: 'accept-encoding' };
  const precache = await caches.open('ayo-precache-v2');
  await precache.put(KEY.replace('=2', '=1'), new Response(documentOf('/assets/app-1.js'), { headers }));
  await precache.put(KEY, new Response(documentOf(ENTRY), { headers }));
  connectionStore.setState({ reach: 'online' });
  window.history.replaceState(null, '', '/terms');
  // There are no files to load, and that is no failure.
  (window as unknown as HappyWindow).happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  document.head.innerHTML = `<script type="module" src="${ENTRY}"></script><link rel="stylesheet" href="/assets/frame.css">
<link rel="stylesheet" href="/assets/page.css" disabled>`;
  document.title = 'Terms <of> Ayo';
  document.body.innerHTML = `<div id="root">${PAGE}</div>`;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  connectionStore.setState(connectionStore.getInitialState());
});

const screens = () => caches.caches.get(FIRST_SCREENS_CACHE)?.entries ?? new Map<string, Response>();

/** Opens `/terms` and lets it settle; `meanwhile` happens before it has. */
async function settle(meanwhile: (leaving: AbortController) => void = () => undefined): Promise<void> {
  const leaving = new AbortController();
  const stored = storeFirstScreen('/terms', leaving.signal);
  meanwhile(leaving);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await stored;
}

async function storedMarkup(): Promise<string> {
  await settle();
  return (await screens().get(firstScreenKey(KEY, '/terms'))?.text()) ?? '';
}

describe('a first screen', () => {
  it('is the document of its own build with the page in it, its title and its style sheets, without loading scripts in advance', async () => {
    const markup = await storedMarkup();
    expect(markup).toContain(`src="${ENTRY}"`);
    expect(markup).toContain('<h1 data-public="">Terms</h1>');
    expect(markup).toContain('<title>Terms &lt;of&gt; Ayo</title>');
    expect(markup).toMatch(/<link [^>]*href="\/assets\/page\.css"/);
    expect(markup).not.toContain('disabled');
    expect(markup.match(/frame\.css/g)).toHaveLength(1);
    expect(markup).not.toContain('modulepreload');
    expect([...screens().keys()]).toEqual([firstScreenKey(KEY, '/terms')]);
  });

  it('has the document’s headers without those of its transfer, and a policy that allows the styles of its own attributes', async () => {
    await settle();
    const headers = screens().get(firstScreenKey(KEY, '/terms'))?.headers;
    expect(headers?.get('content-type')).toBe('text/html');
    expect(headers?.get('vary')).toBeNull();
    expect(headers?.get('content-encoding')).toBeNull();
    // openssl: printf 'height: 3px' | openssl dgst -sha256 -binary | base64
    expect(headers?.get('content-security-policy')).toBe(POLICY.replace('style-src', "style-src 'unsafe-hashes' 'sha256-OOjR16lLlG5tnlN7ApKLelA8FGF8/l8COt554PMZiA8='"));
  });

  it.each<[string, (leaving: AbortController) => void]>([
    ['is left', (leaving) => leaving.abort()],
    ['is pressed', () => window.dispatchEvent(new Event('pointerdown'))],
    ['gets a key', () => window.dispatchEvent(new Event('keydown'))],
    ['gets a click without a finger', () => window.dispatchEvent(new Event('click'))],
    ['gets input', () => window.dispatchEvent(new Event('input'))],
    ['gets a query', () => window.history.replaceState(null, '', '/terms?only=favourite')],
    ['gets an anchor', () => window.history.replaceState(null, '', '/terms#law')],
    ['gives way to another address', () => window.history.replaceState(null, '', '/privacy')],
    ['loses its connection', () => connectionStore.setState({ reach: 'offline' })],
    ['says that something failed', () => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p role="alert">Failed</p>')],
    ['is still loading', () => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p class="skeleton"></p>')],
    ['has nothing that is the same for everybody', () => document.querySelectorAll('main [data-public]').forEach((part) => part.remove())],
    ['runs a build that is not on the device', () => document.head.querySelector('script')?.setAttribute('src', '/assets/app-3.js')],
  ])('is not stored of a page that %s before it has settled', async (_what, meanwhile) => {
    await settle(meanwhile);
    expect([...screens().keys()]).toEqual([]);
  });

  it('is stored of a page that has loaded only after some seconds, as on a slow phone', async () => {
    const leaving = new AbortController();
    const stored = storeFirstScreen('/terms', leaving.signal);
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p class="skeleton"></p>');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(screens().size).toBe(0);
    document.querySelector('.skeleton')?.remove();
    await vi.advanceTimersByTimeAsync(2_000);
    await stored;
    expect([...screens().keys()]).toEqual([firstScreenKey(KEY, '/terms')]);
  });

  it('takes the place of the oldest one beyond their number', async () => {
    const cache = await caches.open(FIRST_SCREENS_CACHE);
    for (let nth = 0; nth < MAX_FIRST_SCREENS; nth += 1) await cache.put(firstScreenKey(KEY, `/game/${nth}`), new Response());
    await settle();
    expect(screens().size).toBe(MAX_FIRST_SCREENS);
    expect(screens().has(firstScreenKey(KEY, '/game/0'))).toBe(false);
    expect(screens().has(firstScreenKey(KEY, '/terms'))).toBe(true);
  });

  it('fails silently where the device is full', async () => {
    (await caches.open(FIRST_SCREENS_CACHE)).put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    await expect(settle()).resolves.toBeUndefined();
  });
});

describe('the copy of a screen', () => {
  const copy = () => copyScreen(document.getElementById('root') as HTMLElement)?.innerHTML ?? '';

  it('has words, links and pictures of public parts alone, and the shape of all others', () => {
    const markup = copy();
    for (const word of ['Terms', 'Search', 'href="/"']) expect(markup).toContain(word);
    for (const word of ['7,341', 'Ngozi', 'Mines', '/game/', 'mines.svg', 'testid', 'as of', 'typed', 'offline', 'Time check', '♥']) expect(markup).not.toContain(word);
    expect(markup).toContain('<section class="hero">');
    expect(markup).toContain('<button class="chip" inert="">');
  });

  it('leaves out what is below the screen, with all that is in it', () => {
    const hero = document.querySelector('.hero') as HTMLElement;
    hero.getBoundingClientRect = () => new DOMRect(0, window.innerHeight, 10, 10);
    expect(copy()).not.toContain('hero');
  });
});
