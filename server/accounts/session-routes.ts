import * as contract from '../../src/core/contract/sessions';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { deviceOf } from './auth-routes';
import { readSessions, revokeOthers, revokeSession } from './session-list';

/** Where a player is signed in, and signing out there. */
export function registerSessions(router: Router, { pool, now }: Platform): void {
  router.on(contract.listSessions, ({ caller }) => readSessions(pool, caller, now()));

  router.on(contract.revokeSession, async ({ caller, params, request }) => {
    await revokeSession(pool, caller, params.sessionRef, now(), deviceOf(request));
    return undefined;
  });

  router.on(contract.revokeOtherSessions, async ({ caller, request }) => ({
    ended: await revokeOthers(pool, caller, now(), deviceOf(request)),
  }));
}
