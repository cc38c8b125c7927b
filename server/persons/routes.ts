import type { FastifyRequest } from 'fastify';
import * as contract from '../../src/core/contract/lookalikes';
import { deviceOf } from '../accounts/auth-routes';
import { lookingAs } from '../admin/eyes';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { confirmTwoPersons, proposeTwoPersons, withdrawTwoPersons } from './end-by-team';
import { listLookalikes } from './team-rows';

/** What the team decides about players who look like somebody who is excluded. */
export function registerLookalikes(router: Router, platform: Platform): void {
  const decider = (caller: { readonly userId: string }, request: FastifyRequest) =>
    ({ adminId: caller.userId, browser: deviceOf(request) });

  router.on(contract.listLookalikes, async ({ caller }) => ({ items: await listLookalikes(platform.pool, lookingAs(platform, caller.userId)) }));

  router.on(contract.proposeTwoPersons, ({ params, body, caller, request }) =>
    proposeTwoPersons(platform, { ...params, ...decider(caller, request) }, body.reason));

  router.on(contract.confirmTwoPersons, async ({ params, caller, request }) => {
    await confirmTwoPersons(platform, { ...params, ...decider(caller, request) });
    return undefined;
  });

  router.on(contract.withdrawTwoPersons, async ({ params, caller }) => {
    await withdrawTwoPersons(platform, { ...params, adminId: caller.userId });
    return undefined;
  });
}
