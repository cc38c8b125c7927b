import * as contract from '../../src/core/contract/details';
import { withTag } from '../http/etag';
import { versionOf } from '../http/if-match';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { patchDetails, readDetails, readDetailsVersion } from './details';

/** The player's own names, phone and address. */
export function registerDetails(router: Router, platform: Platform): void {
  const { pool } = platform;

  router.on(contract.getDetails, async (call) => {
    const { userId } = call.params;
    return withTag(call, String(await readDetailsVersion(pool, userId)), async () => {
      const details = await readDetails(pool, userId);
      // They may have changed since the look at the version: the details and what they are called belong together.
      void call.reply.header('etag', `"${details.version}"`);
      return details;
    });
  });

  router.on(contract.patchDetails, ({ caller, body, key, request }) =>
    patchDetails(platform, { ...caller, key, version: versionOf(request), patch: body }),
  );
}
