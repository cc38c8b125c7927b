/** The cache of the parts of the app that are not precached; a part is stored when it is first used. */
export const PARTS_CACHE = 'ayo-parts';

/** Returns true if a cache holds files of the app itself, precached or stored on use. */
export const isOfApp = (name: string): boolean => name === PARTS_CACHE || name.includes('precache');
