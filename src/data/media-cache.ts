/** The cache of game art: what a full device does without first. */
export const MEDIA_CACHE = 'ayo-media';

/** Makes room for what matters more. */
export async function dropMedia(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(MEDIA_CACHE).catch(() => false);
}
