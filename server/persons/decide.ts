/**
 * Handles the decisions of two admins about two accounts: one proposes with a reason, another one confirms. They decide either
 * that the accounts belong to two persons (`two-persons.ts`), or that the identity which both have shown belongs to the first
 * account (`give-identity.ts`).
 */
import type { LookalikeProposal, PairDecision } from '../../src/core/contract/lookalikes';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { auditOwnPlayer, createDecisionContext, findOwnPlayerRefusal, canWithdraw, endProposal, checkConfirmation, requireProposal, throwConfirmationRefusal, readOrigin, requireRole } from '../four-eyes';
import type { Browser } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import { settleLookalikes } from '../lookalikes';
import type { Platform } from '../platform';
import type { Decision } from './decision';
import { TWO_PERSONS } from './two-persons';
import { GIVE_IDENTITY } from './give-identity';
import { endOldProposals, hasOpenProposal, insertProposal, isExpired, lockProposal, toProposal } from './proposal-rows';
import type { AccountPair } from './proposal-rows';

const DECISIONS: Readonly<Record<PairDecision, Decision>> = { 'two-persons': TWO_PERSONS, identity: GIVE_IDENTITY };

export interface PairRequest extends AccountPair {
  readonly adminId: string;
  readonly browser: Browser;
}

export interface ProposalRequest extends PairRequest {
  readonly proposalId: string;
}

/**
 * Proposes a decision. Throws 403 `own-request` where one of the two accounts seems to be the admin's own, 404 `not-found`
 * where the state of the two accounts does not allow this decision, and 409 `conflict` where it is proposed already.
 */
export async function proposeDecision(
  platform: Platform,
  request: PairRequest,
  { what, reason }: { readonly what: PairDecision; readonly reason: string },
): Promise<LookalikeProposal> {
  const { adminId, playerId, otherId } = request;
  const decision = DECISIONS[what];
  await refuseOwnAccounts(platform, request, what);
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'risk');
    await decision.lock(tx, request);
    const at = platform.now();
    const state = await decision.readState(tx, request, at);
    if (state === null) throw new ProblemError('not-found', decision.messages.cannotPropose);
    await endOldProposals(tx, request, { what, by: adminId, at });
    if (await hasOpenProposal(tx, request, what)) {
      throw new ProblemError('conflict', 'This has already been proposed.', { detail: 'Another admin has to confirm it, or it has to be withdrawn.' });
    }
    const proposalId = newId(platform);
    const row = { proposal_id: proposalId, what, user_id: playerId, other_id: otherId, reason, proposed_by: adminId, proposed_at: at };
    await insertProposal(tx, { ...row, standing: state, ...readOrigin(request.browser) });
    await writeAudit(tx, { at, userId: adminId, action: `${what}-proposed`, subject: playerId, before: null, after: { proposalId, with: otherId, reason } });
    return toProposal(requireProposal(await lockProposal(tx, request, proposalId)), adminId, null);
  });
}

/**
 * Confirms another admin's proposal and carries it out at once. Confirming again changes nothing. Throws 404 `not-found`, 403
 * `own-request`, 403 `not-counted` for somebody who counts as one person with the proposer or has just become an admin (this
 * also writes a line into the audit trail and alerts), and 409 `conflict` where the proposal has ended or the state of the two
 * accounts has changed since.
 */
export async function confirmDecision(platform: Platform, request: ProposalRequest): Promise<void> {
  const { adminId, playerId, otherId, proposalId } = request;
  const context = createDecisionContext(platform, adminId);
  const at = context.now;
  const { what } = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'risk');
    return requireProposal(await lockProposal(tx, request, proposalId));
  });
  const decision = DECISIONS[what];
  await refuseOwnAccounts(platform, request, what);
  const refusal = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'risk');
    await decision.lock(tx, request);
    const proposal = requireProposal(await lockProposal(tx, request, proposalId));
    const verdict = await checkConfirmation(tx, context, proposal, { table: 'person_hint_proposal', subject: playerId });
    if (verdict === 'again') return null;
    if (verdict !== 'counts') return verdict;
    const state = await decision.readState(tx, request, at);
    if (state === null) throw new ProblemError('conflict', decision.messages.cannotConfirm);
    if (isExpired(proposal, at) || state !== proposal.standing) {
      throw new ProblemError('conflict', 'Something has changed since this was proposed, or it is older than 7 days.', {
        detail: 'Look at the two accounts again. If the proposal is still right, withdraw it and propose it again.',
      });
    }
    await endProposal(tx, 'person_hint_proposal', proposalId, { reason: 'confirmed', by: adminId, at });
    await decision.carryOut(tx, platform, { playerId, otherId, proposalId, at });
    const { reason, proposed_by: proposedBy } = proposal;
    await writeAudit(tx, { at, userId: adminId, action: `${what}-confirmed`, subject: playerId, before: null, after: { with: otherId, reason, proposedBy } });
    return null;
  });
  await settleLookalikes(platform, [playerId, otherId]);
  if (refusal !== null) throwConfirmationRefusal(platform, `${what}.not-counted`, refusal, { adminId, playerId, otherId, proposalId });
}

/**
 * Withdraws a proposal. Any admin may, since nothing changes by it. Withdrawing again changes nothing. Throws 404 `not-found`,
 * and 409 `conflict` where it was confirmed.
 */
export async function withdrawProposal(platform: Pick<Platform, 'pool' | 'now'>, request: Omit<ProposalRequest, 'browser'>): Promise<void> {
  const { adminId, playerId, otherId, proposalId } = request;
  await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'risk');
    const proposal = requireProposal(await lockProposal(tx, request, proposalId));
    if (!canWithdraw(proposal)) return;
    const at = platform.now();
    await endProposal(tx, 'person_hint_proposal', proposalId, { reason: 'withdrawn', by: adminId, at });
    const before = { proposalId, with: otherId, reason: proposal.reason };
    await writeAudit(tx, { at, userId: adminId, action: `${proposal.what}-withdrawn`, subject: playerId, before, after: null });
  });
}

/** Throws 403 `own-request` where one of the two seems to be the admin's own. The finding stays stored, with a line in the audit trail. */
async function refuseOwnAccounts(platform: Platform, { adminId, playerId, otherId, browser }: PairRequest, what: PairDecision): Promise<void> {
  const context = createDecisionContext(platform, adminId);
  const refusal = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'risk');
    for (const subject of [playerId, otherId]) {
      const own = await findOwnPlayerRefusal(tx, context, { playerId: subject, deviceCookie: browser.cookie ?? null });
      if (own === null) continue;
      await auditOwnPlayer(tx, context, { action: 'confirmation-not-counted', subject, refusal: own });
      return own;
    }
    return null;
  });
  if (refusal === null) return;
  platform.log(`${what}.not-counted`, { alert: true, adminId, playerId, otherId, ...refusal });
  throw new ProblemError('own-request', 'One of these accounts seems to be your own.', {
    detail: 'It has your identity, your phone number or your bank account, or has been in a browser that you use. Others decide on it.',
  });
}
