import { requestArchive } from '../../../src/core/contract/sessions';
import { brand } from '../../../src/core/brand';
import { lagosDay } from '../../../src/core/time';
import { refuseWhileCommitsWait } from '../../db/commit-doubt';
import { BINDING_COOKIE, readCookie } from '../../http/cookies';
import { addressSubject } from '../../http/addresses';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { buildArchive } from './build-archive';
import type { BuiltArchive } from './build-archive';
import { issueTicket, restoreTicket, useTicket } from './tickets';

const ARCHIVES = '/api/v1/archives';
/** An archive is much work for the database, so only this many are built at a time. */
const MAX_BUILDING = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * Registers `POST …/archives` of the contract, which answers with the address of a file, and that address. The download is not part
 * of the contract: the browser fetches it with the session's cookie alone.
 */
export function registerArchive(router: Router, platform: Platform): void {
  let buildCount = 0;

  /** Throws 503 while too many archives are being built. It counts before the first await, so that simultaneous requests can't all pass. */
  async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (buildCount >= MAX_BUILDING) {
      throw new ProblemError('unavailable', 'Other people are downloading their data right now. Try again in a moment.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    buildCount += 1;
    try {
      return await work();
    } finally {
      buildCount -= 1;
    }
  }

  async function build(token: string, userId: string): Promise<BuiltArchive> {
    try {
      return await runLimited(() => buildArchive(platform, userId));
    } catch (error) {
      await restoreTicket(platform, token);
      throw error;
    }
  }

  router.on(requestArchive, async ({ caller }) => {
    const { token, expiresAt } = await issueTicket(platform, caller);
    return { url: `${ARCHIVES}/${token}`, expiresAt: expiresAt.toISOString() };
  });

  // There is no HEAD route, because a HEAD request would use the address up.
  router.app.get<{ Params: { token: string } }>(`${ARCHIVES}/:token`, { exposeHeadRoute: false, config: { lane: 'own' } }, async (request, reply) => {
    const { token } = request.params;
    refuseWhileCommitsWait(platform.pool);
    // Whoever invents tokens takes neither the connections nor the turn of somebody who has one.
    const userId = await router.gate.run('stranger', addressSubject(request.callerAddress), () =>
      useTicket(platform, token, readCookie(request, BINDING_COOKIE)));
    const { handle, bytes } = await build(token, userId);
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
