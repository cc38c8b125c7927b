import * as commits from '../../src/core/contract/draw-commits';
import * as draws from '../../src/core/contract/draws';
import * as contract from '../../src/core/contract/promotions';
import { lagosDay, lagosDayStart } from '../../src/core/time';
import { readDevice } from '../accounts';
import { forReads } from '../foundation';
import { invalidCursor } from '../http/cursor';
import { versionOf } from '../http/if-match';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { createDecisionContext } from '../four-eyes';
import { listForAdmins, switchOff } from './admin-promotions';
import { claimPromotion } from './claim';
import { listClaimable } from './claimable';
import { commitDrawSecret, revealDrawSecret } from './draws/admin-secrets';
import { listAdminDraws } from './draws/admin-draws';
import { readDraws, readProof } from './draws/published-draws';
import { confirmPromotion, proposePromotion, withdrawProposal } from './proposals';
import { readPromotions } from './promotion-rows';
import { readCostFacts } from './cost-facts';
import { solveCosts, toCostsAnswer } from './solve-costs';
import { refuseHugeAmounts } from './terms';
import { toPromotion } from './terms';

const DEFAULT_PAGE = 20;

/** Registers the calls about promotions, claims and the weekly draw. */
export function registerPromotions(router: Router, platform: Platform): void {
  const reads = forReads(platform);
  const { pool } = reads;

  router.onPublic(contract.listPromotions, async () => {
    // A promotion whose games are all closed can't be claimed, and would name a game that is hidden.
    const open = (await readPromotions(reads)).filter(({ playable }) => playable);
    return { items: open.map(toPromotion) };
  });

  router.on(contract.listClaimable, async ({ params, place }) => ({ items: await listClaimable(reads, { ...params, place }) }));

  router.on(contract.claimPromotion, ({ params, body, key, place }) => claimPromotion(platform, { ...params, ...body, key, place }));

  router.onPublic(draws.listDraws, ({ query }) => readDraws(pool, readCursor(query.cursor), query.limit ?? DEFAULT_PAGE));

  router.onPublic(draws.getDrawProof, ({ params }) => readProof(pool, params.drawId));

  router.on(contract.listAdminPromotions, ({ caller }) => listForAdmins(reads, createDecisionContext(reads, caller.userId)));

  router.on(contract.workOutPromotionCosts, async ({ body: { terms } }) => {
    refuseHugeAmounts(terms);
    return toCostsAnswer(await solveCosts(terms, await readCostFacts(pool)));
  });

  router.on(contract.patchAdminPromotion, async ({ params, caller, request, reply }) => {
    const promotion = await switchOff(platform, { adminId: caller.userId, promotionId: params.promotionId, version: versionOf(request) });
    void reply.header('etag', `"${promotion.version}"`);
    return promotion;
  });

  router.on(contract.proposePromotion, ({ params, body, caller, request }) =>
    proposePromotion(platform, { adminId: caller.userId, promotionId: params.promotionId, version: versionOf(request) }, body, readDevice(request)));

  router.on(contract.confirmPromotion, async ({ params, caller, request, reply }) => {
    const promotion = await confirmPromotion(platform, { ...params, adminId: caller.userId, version: versionOf(request) });
    void reply.header('etag', `"${promotion.version}"`);
    return promotion;
  });

  router.on(contract.withdrawProposal, async ({ params, caller }) => {
    await withdrawProposal(platform, { ...params, adminId: caller.userId });
    return undefined;
  });

  router.on(commits.listAdminDraws, async ({ caller }) => ({ items: await listAdminDraws(pool, createDecisionContext(reads, caller.userId)) }));

  router.on(commits.commitDrawSecret, ({ params, body, caller, request }) =>
    commitDrawSecret(platform, { ...params, ...body, adminId: caller.userId }, readDevice(request)));

  router.on(commits.revealDrawSecret, ({ params, body, caller }) => revealDrawSecret(platform, { ...params, ...body, adminId: caller.userId }));
}

/** The cursor is the week of the last draw of the page before. Throws `bad-request` for a malformed one. */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(cursor) && lagosDay(lagosDayStart(cursor)) === cursor;
  if (isDay) return cursor;
  throw invalidCursor();
}
