import { FIRST_SCREENS_CACHE } from './first-screens';

/** The cache of the scripts that are not precached, because hardly any player uses them; each is stored when it is first used. */
export const RARE_SCRIPTS_CACHE = 'ayo-parts';

/** Returns true for the cache of whole builds. */
export const isPrecache = (name: string): boolean => name.includes('precache');

/** Returns true if a cache holds files of the app itself: precached, stored on use, or made of its pages. */
export const isOfApp = (name: string): boolean => name === RARE_SCRIPTS_CACHE || name === FIRST_SCREENS_CACHE || isPrecache(name);
