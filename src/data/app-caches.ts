import { FIRST_SCREENS_CACHE } from './first-screens';

/** The cache of the parts of the app that are not precached; a part is stored when it is first used. */
export const PARTS_CACHE = 'ayo-parts';

/** Returns true for the cache of whole builds. */
export const isPrecache = (name: string): boolean => name.includes('precache');

/** Returns true if a cache holds files of the app itself: precached, stored on use, or made of its pages. */
export const isOfApp = (name: string): boolean => name === PARTS_CACHE || name === FIRST_SCREENS_CACHE || isPrecache(name);
