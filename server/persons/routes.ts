import type { FastifyRequest } from 'fastify';
import * as contract from '../../src/core/contract/lookalikes';
import { readDevice } from '../accounts';
import { createDecisionContext } from '../four-eyes';
import { forReads } from '../foundation';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { confirmDecision, proposeDecision, withdrawProposal } from './decide';
import { listIdentityPairs } from './identity-pairs';
import { listLookalikes } from './team-rows';

/** Registers the calls of the team's decisions about players who look like an excluded one, and about the owner of an identity. */
export function registerPersons(router: Router, platform: Platform): void {
  const reads = forReads(platform);
  const adminAndBrowser = (caller: { readonly userId: string }, request: FastifyRequest) =>
    ({ adminId: caller.userId, browser: readDevice(request) });

  router.on(contract.listLookalikes, async ({ caller }) =>
    ({ items: await listLookalikes(reads.pool, createDecisionContext(reads, caller.userId)) }));

  router.on(contract.listIdentityPairs, async ({ caller, query }) =>
    ({ items: await listIdentityPairs(reads.pool, createDecisionContext(reads, caller.userId), query.name ?? null) }));

  router.on(contract.proposeForPair, ({ params, body, caller, request }) =>
    proposeDecision(platform, { ...params, ...adminAndBrowser(caller, request) }, body));

  router.on(contract.confirmForPair, async ({ params, caller, request }) => {
    await confirmDecision(platform, { ...params, ...adminAndBrowser(caller, request) });
    return undefined;
  });

  router.on(contract.withdrawForPair, async ({ params, caller }) => {
    await withdrawProposal(platform, { ...params, adminId: caller.userId });
    return undefined;
  });
}
