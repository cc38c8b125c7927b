/** Terms of a promotion are money: one admin proposes, another person confirms, and until then the old ones hold. */
import type { PoolClient } from 'pg';
import type { Promotion, PromotionPatch, PromotionProposal } from '../../src/core/contract/promotions';
import type { PromotionId } from '../../src/core/promotions';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { lookingAs, canWithdraw, endProposal, hearYes, mustBeThere, refuseNotCounted, originOf } from '../four-eyes';
import type { Browser } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { changePromotion, lockSeen, wantedOf } from './admin';
import type { Seen } from './admin';
import { insertProposal, lockProposal, openProposal, toProposal } from './proposal-rows';
import type { ProposalRow } from './proposal-rows';
import { lockPromotion } from './rows';
import { toPromotion } from './terms';

/**
 * Proposes a change; where it comes from is kept for the second yes (`browser`; undefined where no request asks). Throws 412
 * `version-conflict`, 400 `validation` with words at the fields, and 409 `conflict` where something is proposed already, or
 * nothing would change.
 */
export async function proposePromotion(platform: Platform, seen: Seen, patch: PromotionPatch, browser?: Browser): Promise<PromotionProposal> {
  const { adminId, promotionId } = seen;
  return transaction(platform.pool, async (tx) => {
    const promotion = await lockSeen(tx, seen);
    if ((await wantedOf(tx, promotion, patch)) === null) throw new ProblemError('conflict', 'This is how the promotion is already.');
    if ((await openProposal(tx, promotionId)) !== undefined) {
      throw new ProblemError('conflict', 'A change of this promotion is proposed already.', { detail: 'It has to be confirmed or withdrawn before the next one.' });
    }
    const at = platform.now();
    const proposalId = newId(platform);
    const row = { proposal_id: proposalId, promotion_id: promotionId, patch, proposed_by: adminId, proposed_at: at };
    await insertProposal(tx, { ...row, ...originOf(browser) });
    await writeAudit(tx, { at, userId: adminId, action: 'promotion-proposed', subject: promotionId, before: null, after: { proposalId, ...patch } });
    return toProposal(await mustLock(tx, promotionId, proposalId), adminId, null);
  });
}

interface Deciding extends Seen {
  readonly proposalId: string;
}

/**
 * Confirms another admin's proposal: it holds from now on. The same admin's yes again changes nothing. Throws 404 `not-found`, 403
 * `own-request`, 403 `not-counted` for somebody who counts as one person with the proposer or has just become an admin (a line
 * in the trail and an alert), 409 `conflict` for one that is over, 412 `version-conflict` where the promotion changed meanwhile.
 */
export async function confirmPromotion(platform: Platform, deciding: Deciding): Promise<Promotion> {
  const { adminId, promotionId, proposalId } = deciding;
  const looking = lookingAs(platform, adminId);
  const done = await transaction(platform.pool, async (tx) => {
    await lockPromotion(tx, promotionId, 'update');
    const proposal = await mustLock(tx, promotionId, proposalId);
    const yes = await hearYes(tx, looking, proposal, promotionId);
    if (yes === 'again') return toPromotion(await lockPromotion(tx, promotionId, 'update'));
    if (yes !== 'counts') return yes;
    const row = await lockSeen(tx, deciding);
    await endProposal(tx, 'promotion_proposal', proposalId, { reason: 'confirmed', by: adminId, at: looking.now });
    return changePromotion(tx, row, proposal.patch, { adminId, proposedBy: proposal.proposed_by, at: looking.now });
  });
  if (!('problem' in done)) return done;
  return refuseNotCounted(platform, 'promotion.not-counted', done, { adminId, promotionId, proposalId });
}

/**
 * Takes a proposal off the table: any admin may, since nothing changes by it. Again changes nothing. Throws 404 `not-found`, and
 * 409 `conflict` for one that was confirmed.
 */
export async function withdrawProposal(
  platform: Pick<Platform, 'pool' | 'now'>,
  { adminId, promotionId, proposalId }: Omit<Deciding, 'version'>,
): Promise<void> {
  await transaction(platform.pool, async (tx) => {
    const proposal = await mustLock(tx, promotionId, proposalId);
    if (!canWithdraw(proposal)) return;
    const at = platform.now();
    await endProposal(tx, 'promotion_proposal', proposalId, { reason: 'withdrawn', by: adminId, at });
    await writeAudit(tx, { at, userId: adminId, action: 'proposal-withdrawn', subject: promotionId, before: { proposalId, ...proposal.patch }, after: null });
  });
}

async function mustLock(tx: PoolClient, promotionId: PromotionId, proposalId: string): Promise<ProposalRow> {
  return mustBeThere(await lockProposal(tx, promotionId, proposalId));
}
