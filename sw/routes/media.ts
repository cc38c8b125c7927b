/** Caches the art of the games and other media below `/cdn/` when they are first used, in bounded number. */
import { Strategy } from 'workbox-strategies/Strategy';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler';
import { startDeadline } from '../../src/api/deadline';
import { dropMedia, MEDIA_CACHE } from '../../src/data/media-cache';
import { trimCache } from '../../src/data/trim-cache';

/** About 2 MB of tiles. Beyond this number those that were cached first are deleted. */
export const MAX_MEDIA = 160;
/** After this time the page shows its placeholder. */
const MEDIA_DEADLINE_MS = 10_000;

/**
 * Whether a response is media, because a network's sign-in page may come in its place. Status 206 is a part of a file, and does
 * not count.
 */
function isMedia(response: Response): boolean {
  return response.status === 200 && /^(?:image|audio|video|font)\//.test(response.headers.get('content-type') ?? '');
}

export class MediaStrategy extends Strategy {
  constructor() {
    super({ cacheName: MEDIA_CACHE, matchOptions: { ignoreVary: true } });
  }

  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const cached = await handler.cacheMatch(request);
    if (cached) return cached;
    const deadline = startDeadline(MEDIA_DEADLINE_MS, request.signal);
    try {
      const network = handler.fetch(new Request(request, { signal: deadline.signal }));
      const response = await Promise.race([network, deadline.ended]);
      // Only whole files are stored.
      if (isMedia(response)) void handler.waitUntil(this.#keep(request, response.clone(), handler));
      return response;
    } finally {
      deadline.clear();
    }
  }

  async #keep(request: Request, response: Response, handler: StrategyHandler): Promise<void> {
    try {
      await handler.cachePut(request, response);
      await trimCache(MEDIA_CACHE, MAX_MEDIA);
    } catch {
      await dropMedia();
    }
  }
}
