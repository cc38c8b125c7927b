/** Answers for the shell, all chunks and all content pages from the precache of one build, without the network. */
import { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching/_types';
import { startDeadline } from '../../src/api/deadline';
import { READ_DEADLINE_MS } from '../../src/api/deadlines';
import { RARE_SCRIPTS_CACHE } from '../../src/data/app-caches';
import { FIRST_SCREENS_CACHE, firstScreenKey } from '../../src/data/first-screens';
import { trimCache } from '../../src/data/trim-cache';

const SHELL = '/index.html';
/** The page that a browser gets when it comes back from paying without a connection. */
export const CHECKING_PAGE = '/deposit?checking=1';

export function createPrecache(entries: readonly (PrecacheEntry | string)[]): PrecacheController {
  const precache = new PrecacheController();
  precache.addToCacheList([...entries]);
  return precache;
}

/** Finds a file of this build, a file of an older build that a tab still runs, or a rare script that was stored at its first use. */
async function findFile(precache: PrecacheController, { href }: URL): Promise<Response | undefined> {
  return (await precache.matchPrecache(href)) ?? caches.match(href, { ignoreVary: true });
}

/** Enough for the rare scripts of a few builds. Beyond this number the oldest are deleted. */
export const MAX_RARE_SCRIPTS = 24;

/** True for a script or style sheet with a hash in its name. The page of a captive portal, which may come in its place, is neither. */
function isCode({ pathname }: URL, response: Response): boolean {
  return pathname.startsWith('/assets/') && response.status === 200 && /^text\/(javascript|css)/.test(response.headers.get('content-type') ?? '');
}

async function keepScript(request: Request, response: Response): Promise<void> {
  try {
    await (await caches.open(RARE_SCRIPTS_CACHE)).put(request, response);
    await trimCache(RARE_SCRIPTS_CACHE, MAX_RARE_SCRIPTS);
  } catch {
    // The device is full, so the script is fetched again at its next use.
  }
}

/**
 * Answers for the hashed files of any build. A file that is not on the device comes from the network. It may be code that is
 * not precached, because hardly any player uses it, and that is stored from its first use on; or a file that the browser has
 * deleted from the precache.
 */
export async function answerAsset(precache: PrecacheController, request: Request, event: ExtendableEvent): Promise<Response> {
  const url = new URL(request.url);
  const cachedResponse = await findFile(precache, url);
  if (cachedResponse) return cachedResponse;
  const response = await fetch(request);
  if (isCode(url, response)) event.waitUntil(keepScript(request, response.clone()));
  return response;
}

interface NavigationSteps {
  /** Called when the tab gets the shell of this build. */
  readonly note: () => void;
  /** Called when the build's files have to be fetched again. */
  readonly refill: () => void;
}

/** Finds what the page at an address looked like when it was open last. A query or an anchor asks for something else. */
async function findFirstScreen(precache: PrecacheController, { pathname, search, hash }: URL): Promise<Response | undefined> {
  if (search + hash !== '') return undefined;
  const key = firstScreenKey(String(precache.getCacheKeyForURL(SHELL)), pathname);
  return caches.match(key, { cacheName: FIRST_SCREENS_CACHE, ignoreVary: true }).catch(() => undefined);
}

/**
 * Answers every address of the app with the shell, which finds its route itself. Where the shell is missing the browser has
 * deleted the build's files. Then the network answers, and `refill` fetches them again, so that the next visit works offline.
 */
export async function answerNavigation(precache: PrecacheController, request: Request, { note, refill }: NavigationSteps): Promise<Response> {
  const shell = await precache.matchPrecache(SHELL);
  if (!shell) {
    refill();
    return fetch(request);
  }
  note();
  return (await findFirstScreen(precache, new URL(request.url))) ?? shell;
}

/**
 * Answers a browser that comes back from paying. The platform redirects it; where the platform can't be reached the browser
 * gets the deposit page, which asks for the deposit by itself. No money depends on this, because coming back proves nothing.
 */
export async function answerPaymentReturn(request: Request): Promise<Response> {
  const deadline = startDeadline(READ_DEADLINE_MS, request.signal);
  try {
    return await Promise.race([fetch(request.url, { redirect: 'manual', signal: deadline.signal }), deadline.ended]);
  } catch {
    return Response.redirect(new URL(CHECKING_PAGE, request.url), 303);
  } finally {
    deadline.clear();
  }
}
