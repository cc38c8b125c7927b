/** The form of the art that admins give games: the page makes it, and the platform takes nothing else. Pure. */

/** A tile is 3:4; on a phone it is about 180 points wide. */
export const ART_WIDTH = 480;
export const ART_HEIGHT = 640;
/** What a tile may cost a player. */
export const MAX_ART_BYTES = 60_000;
/** In base64, with what a careless encoder puts around the picture. */
export const MAX_ART_CHARACTERS = 90_000;

/** Where the platform serves the art with this hash, below the content host. */
export const artPath = (hash: string): string => `/art/${hash}.webp`;
