import { requestArchive } from '../../../src/core/contract/sessions';
import { brand } from '../../../src/core/brand';
import { lagosDay } from '../../../src/core/time';
import { BINDING_COOKIE, readCookie } from '../../http/cookies';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { buildArchive } from './build';
import type { BuiltArchive } from './build';
import { giveTicketBack, issueTicket, takeTicket } from './tickets';

const ARCHIVES = '/api/v1/archives';
/** Reading all of a player is work for the database: the others wait, and can be told so. */
const MAX_BUILDING = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * `POST …/archives` is the contract's; what it answers is the address of a file. Fetching that is no call of the contract:
 * the browser does it, as a download, with the cookie of the session and nothing else.
 */
export function registerArchive(router: Router, platform: Platform): void {
  let building = 0;

  async function build(token: string, userId: string): Promise<BuiltArchive> {
    try {
      return await buildArchive(platform, userId);
    } catch (error) {
      await giveTicketBack(platform, token);
      throw error;
    }
  }

  /** Throws 503 while others are at it. Counted from before the first wait: of many at the same moment few get in. */
  async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
    if (building >= MAX_BUILDING) {
      throw new ProblemError('unavailable', 'Others are taking their data right now. Try again in a moment.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    building += 1;
    try {
      return await work();
    } finally {
      building -= 1;
    }
  }

  router.on(requestArchive, async ({ caller }) => {
    const { token, expiresAt } = await issueTicket(platform, caller);
    return { url: `${ARCHIVES}/${token}`, expiresAt: expiresAt.toISOString() };
  });

  // Asking what would come must not use the address up: there is no HEAD.
  router.app.get<{ Params: { token: string } }>(`${ARCHIVES}/:token`, { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.params;
    const { userId, handle, bytes } = await oneOfFew(async () => {
      const owner = await takeTicket(platform, token, readCookie(request, BINDING_COOKIE));
      return { userId: owner, ...(await build(token, owner)) };
    });
    platform.log('archive.fetched', { userId, bytes });
    return reply
      .header('content-type', 'application/zip')
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${fileName(platform.now())}"`)
      .header('cache-control', 'no-store')
      .send(handle.createReadStream({ start: 0, end: bytes - 1 }));
  });
}

function fileName(now: Date): string {
  const name = brand.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${name}-my-data-${lagosDay(now.getTime())}.zip`;
}
