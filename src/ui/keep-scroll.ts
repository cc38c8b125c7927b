/** The history state of a navigation after which the page stays where it is scrolled to. */
export const KEEP_SCROLL = { keepsScroll: true } as const;

export const isKeepScroll = (state: unknown): boolean => typeof state === 'object' && state !== null && 'keepsScroll' in state;
