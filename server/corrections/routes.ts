/** Registers the calls by which people put the books right. */
import * as contract from '../../src/core/contract/corrections';
import * as cases from '../../src/core/contract/payment-cases';
import type { NewAdjustment } from '../../src/core/contract/corrections';
import { nairaToKobo } from '../../src/core/money';
import { readDevice } from '../accounts';
import { createDecisionContext } from '../four-eyes';
import { forReads } from '../foundation';
import { parseTimeCursor } from '../http/cursor';
import { versionOf } from '../http/if-match';
import { ProblemError } from '../http/problem';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { ADJUSTMENT } from './adjustments/adjustment';
import { confirmCorrection, withdrawCorrection } from './confirm';
import { listEndedCorrections, listOpenCorrections } from './correction-rows';
import type { NewCorrection } from './correction-rows';
import { depositSolutionOf } from './payments/deposit-solution';
import { differenceOf } from './payments/difference';
import { readPaymentCases } from './payments/payment-cases';
import { payoutReturnOf } from './payments/payout-return';
import { uploadStatement } from './payments/upload-statement';
import { lookUpPlayer } from './player-facts';
import { proposeCorrection } from './propose';
import { toCorrections } from './to-contract';

const DEFAULT_PAGE = 30;

export function registerCorrections(router: Router, platform: Platform): void {
  const reads = forReads(platform);

  router.on(contract.listCorrections, async ({ query, caller }) => {
    const isEnded = query.state === 'ended';
    const listPage = isEnded ? listEndedCorrections : listOpenCorrections;
    const after = parseTimeCursor(query.cursor);
    const { rows, hasMore } = await listPage(reads.pool, { part: query.part, after, limit: query.limit ?? DEFAULT_PAGE });
    const last = rows.at(-1);
    const at = isEnded ? last?.ended_at : last?.proposed_at;
    return {
      items: await toCorrections(reads.pool, reads, rows, createDecisionContext(reads, caller.userId)),
      next: hasMore && last !== undefined && at ? `${at.getTime()}.${last.proposal_id}` : null,
    };
  });

  router.on(contract.findCorrectedPlayer, ({ body, caller, request }) =>
    lookUpPlayer(platform, { adminId: caller.userId, name: body.name, device: readDevice(request) }));

  router.on(contract.proposeAdjustment, ({ body, caller, request }) =>
    proposeCorrection(platform, { adminId: caller.userId, browser: readDevice(request) }, toAdjustment(body)));

  router.on(contract.confirmCorrection, ({ params, caller, key, request }) =>
    confirmCorrection(platform, { ...params, adminId: caller.userId, key, version: versionOf(request), browser: readDevice(request) }), { lane: 'slow' });

  router.on(contract.withdrawCorrection, async ({ params, caller, request }) => {
    await withdrawCorrection(platform, { ...params, adminId: caller.userId, browser: readDevice(request) });
    return undefined;
  });

  registerPaymentCases(router, platform);
}

function registerPaymentCases(router: Router, platform: Platform): void {
  router.on(cases.listPaymentCases, () => readPaymentCases(platform.readPool, platform));

  router.on(cases.proposePayoutReturn, async ({ body, caller, request }) =>
    proposeCorrection(platform, { adminId: caller.userId, browser: readDevice(request) }, await payoutReturnOf(platform, body)), { lane: 'slow' });

  router.on(cases.proposeDepositSolution, async ({ body, caller, request }) =>
    proposeCorrection(platform, { adminId: caller.userId, browser: readDevice(request) }, await depositSolutionOf(platform, body)), { lane: 'slow' });

  router.on(cases.proposeDifference, async ({ body, caller, request }) =>
    proposeCorrection(platform, { adminId: caller.userId, browser: readDevice(request) }, await differenceOf(platform.pool, body)));

  router.on(cases.uploadStatement, ({ body, caller }) => uploadStatement(platform, { ...body, adminId: caller.userId }), { lane: 'slow' });
}

function toAdjustment({ userId, direction, amount: naira, reasonCode, note, playerText, takesBack }: NewAdjustment): NewCorrection {
  const amount = nairaToKobo(naira);
  // The contract has checked it.
  if (amount === null) throw new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field: 'amount', message: 'Enter an amount in naira.' }] });
  return {
    kind: ADJUSTMENT, subject: `player:${userId}`, userId, amount: direction === 'credit' ? amount : -amount, reasonCode, note, playerText,
    takesBack: takesBack ?? null, bankReference: null, facts: {},
  };
}
