/** The cache of the parts of the app that are not precached; a part is stored when it is first used. */
export const PARTS_CACHE = 'ayo-parts';

/** Whether a cache holds files of the app itself, precached or kept. */
export const isOfApp = (name: string): boolean => name === PARTS_CACHE || name.includes('precache');
