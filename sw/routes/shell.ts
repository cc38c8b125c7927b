/**
 * The shell, every chunk and every content page: precached as one build, answered from there without asking anybody.
 */
import { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching/_types';
import { startDeadline } from '../../src/api/deadline';
import { READ_DEADLINE_MS } from '../../src/api/deadlines';

const SHELL = '/index.html';
/** Where a browser that comes back from paying is shown what is known. */
export const CHECKING_PAGE = '/deposit?checking=1';

export function createPrecache(entries: readonly (PrecacheEntry | string)[]): PrecacheController {
  const precache = new PrecacheController();
  precache.addToCacheList([...entries]);
  return precache;
}

/** A file of this build; or of an older one that a tab still runs, as long as it is kept. */
export async function precached(precache: PrecacheController, url: URL): Promise<Response | undefined> {
  const current = await precache.matchPrecache(url.href);
  if (current) return current;
  const cache = await caches.open(precache.strategy.cacheName);
  return cache.match(url.href);
}

/** The hashed files of any build; what the precache lost (storage evicted) comes from the network. */
export async function answerAsset(precache: PrecacheController, request: Request): Promise<Response> {
  return (await precached(precache, new URL(request.url))) ?? fetch(request);
}

/**
 * Every address of the app is the shell; it finds its route itself. Where it is gone the browser has thrown the files of the
 * build away: the network answers, and `refill` gets them anew, or the next visit without a connection would find nothing.
 */
export async function answerNavigation(precache: PrecacheController, request: Request, refill: () => void): Promise<Response> {
  const shell = await precache.matchPrecache(SHELL);
  if (!shell) refill();
  return shell ?? fetch(request);
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
