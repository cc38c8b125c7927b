/** Art of the games and other media below `/cdn/`: cached when first seen, in bounded number. */
import { Strategy } from 'workbox-strategies/Strategy';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler';
import { startDeadline } from '../../src/api/deadline';
import { dropMedia, MEDIA_CACHE } from '../../src/data/media-cache';
import { boundCache } from './bound-cache';

/** About 2 MB of tiles; the ones cached first go first. */
export const MAX_MEDIA = 160;
/** The page shows its placeholder then. */
const MEDIA_DEADLINE_MS = 10_000;

/** Media and nothing else: a network's sign-in page is not art. */
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
      // A range is a part; only the whole is kept.
      if (isMedia(response)) void handler.waitUntil(this.#keep(request, response.clone(), handler));
      return response;
    } finally {
      deadline.clear();
    }
  }

  async #keep(request: Request, response: Response, handler: StrategyHandler): Promise<void> {
    try {
      await handler.cachePut(request, response);
      await boundCache(MEDIA_CACHE, MAX_MEDIA);
    } catch {
      await dropMedia();
    }
  }
}
