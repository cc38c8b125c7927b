/** The history state of a navigation that leaves the scroll position alone. */
export const KEEP_SCROLL = { keepsScroll: true } as const;

export const isKeepScroll = (state: unknown): boolean => typeof state === 'object' && state !== null && 'keepsScroll' in state;
