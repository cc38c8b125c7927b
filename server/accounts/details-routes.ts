import * as contract from '../../src/core/contract/details';
import { withTag } from '../http/etag';
import { versionOf } from '../http/if-match';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { readDevice } from './auth-routes';
import { patchDetails, readDetails, readDetailsVersion } from './details';

/** Registers the calls for a player's own names, phone and address. */
export function registerDetails(router: Router, platform: Platform): void {
  const { readPool: pool } = platform;

  router.on(contract.getDetails, async (call) => {
    const { userId } = call.params;
    return withTag(call, String(await readDetailsVersion(pool, userId)), async () => {
      const details = await readDetails(pool, userId);
      // The details may have changed since we read the version, so the tag is made from the details themselves.
      void call.reply.header('etag', `"${details.version}"`);
      return details;
    });
  });

  router.on(contract.patchDetails, ({ caller, body, key, request }) =>
    patchDetails(platform, { ...caller, key, version: versionOf(request), patch: body, deviceCookie: readDevice(request).cookie ?? null }),
  );
}
