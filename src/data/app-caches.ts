/** The cache of those parts of the app that are not precached: kept from their first use on. */
export const PARTS_CACHE = 'ayo-parts';

/** Whether a cache holds files of the app itself, precached or kept. */
export const isOfApp = (name: string): boolean => name === PARTS_CACHE || name.includes('precache');
