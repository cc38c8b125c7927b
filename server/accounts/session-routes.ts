import * as contract from '../../src/core/contract/sessions';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { readDevice } from './auth-routes';
import { readSessions, revokeOtherSessions, revokeSession } from './session-list';

/** Registers the calls that list a player's sessions and end them. */
export function registerSessions(router: Router, { pool, readPool, now }: Platform): void {
  router.on(contract.listSessions, ({ caller }) => readSessions(readPool, caller, now()));

  router.on(contract.revokeSession, async ({ caller, params, request }) => {
    await revokeSession(pool, caller, params.sessionRef, now(), readDevice(request));
    return undefined;
  });

  router.on(contract.revokeOtherSessions, async ({ caller, request }) => ({
    ended: await revokeOtherSessions(pool, caller, now(), readDevice(request)),
  }));
}
