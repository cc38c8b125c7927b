/**
 * First screens: documents of pages as they stood on the screen when they were last open. The service worker answers an address that has one
 * with it, so the page is painted before its scripts run; they draw the page anew. A first screen has the words of public parts alone.
 */

/** The cache of the first screens of all builds. */
export const FIRST_SCREENS_CACHE = 'ayo-first-screens';
/** Enough for all pages that somebody opens often, at about 20 KB each. Beyond this number the oldest are deleted. */
export const MAX_FIRST_SCREENS = 40;

/** Where the first screen of a page is in the cache. `documentKey`: the precache's address of the build's document, so no other build finds it. */
export const firstScreenKey = (documentKey: string, pathname: string): string => `${documentKey}&page=${pathname}`;

/** Deletes all first screens. Never rejects. */
export async function dropFirstScreens(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(FIRST_SCREENS_CACHE).catch(() => false);
}
