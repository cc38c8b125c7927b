/**
 * The shell, every chunk and every content page: precached as one build, answered from there without asking anybody.
 */
import { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching/_types';
import { startDeadline } from '../../src/api/deadline';
import { READ_DEADLINE_MS } from '../../src/api/deadlines';
import { PARTS_CACHE } from '../../src/data/app-caches';
import { boundCache } from './bound-cache';

const SHELL = '/index.html';
/** The page for a browser that comes back from paying without a connection. */
export const CHECKING_PAGE = '/deposit?checking=1';

export function createPrecache(entries: readonly (PrecacheEntry | string)[]): PrecacheController {
  const precache = new PrecacheController();
  precache.addToCacheList([...entries]);
  return precache;
}

/** A file of this build; or, as long as it is kept, of an older one that a tab still runs, or a part from its first use. */
async function findFile(precache: PrecacheController, { href }: URL): Promise<Response | undefined> {
  return (await precache.matchPrecache(href)) ?? caches.match(href, { ignoreVary: true });
}

/** Parts of a few builds. */
export const MAX_PARTS = 24;

/** Scripts with a hash in their name, and nothing else; a network's sign-in page is none. */
function isPart({ pathname }: URL, response: Response): boolean {
  return pathname.startsWith('/assets/') && response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('text/javascript');
}

async function keepPart(request: Request, response: Response): Promise<void> {
  try {
    await (await caches.open(PARTS_CACHE)).put(request, response);
    await boundCache(PARTS_CACHE, MAX_PARTS);
  } catch {
    // The device is full: it is fetched again when it is used again.
  }
}

/**
 * The hashed files of any build. What is not here comes from the network: a part that is not precached, because hardly any
 * player has a use for it, and that stays from its first use on; or what the browser threw out of the precache.
 */
export async function answerAsset(precache: PrecacheController, request: Request, event: ExtendableEvent): Promise<Response> {
  const url = new URL(request.url);
  const cachedResponse = await findFile(precache, url);
  if (cachedResponse) return cachedResponse;
  const response = await fetch(request);
  if (isPart(url, response)) event.waitUntil(keepPart(request, response.clone()));
  return response;
}

/** The steps beside an answer: the tab has the shell of this build, or the build's files are to be fetched anew. */
interface NavigationSteps {
  readonly note: () => void;
  readonly refill: () => void;
}

/**
 * Every address of the app is the shell; it finds its route itself. Where it is gone the browser has thrown the files of the
 * build away: the network answers, and `refill` gets them anew, or the next visit without a connection would find nothing.
 */
export async function answerNavigation(precache: PrecacheController, request: Request, { note, refill }: NavigationSteps): Promise<Response> {
  const shell = await precache.matchPrecache(SHELL);
  if (!shell) {
    refill();
    return fetch(request);
  }
  note();
  return shell;
}

/**
 * A browser that comes back from paying: the platform answers it and sends it on. Without a connection, or with one
 * that lets nothing through, it is shown the deposit page, which asks by itself; coming back proves nothing about
 * money anyway.
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
