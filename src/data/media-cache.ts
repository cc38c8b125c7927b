/** The cache of game art, which a full device drops first. */
export const MEDIA_CACHE = 'ayo-media';

/** Deletes the game art to make room for more important data. Returns true when there was some. */
export async function dropMedia(): Promise<boolean> {
  return 'caches' in globalThis && caches.delete(MEDIA_CACHE).catch(() => false);
}
