/**
 * Handles decisions that take two admins: one proposes, another person confirms, and nothing changes before that. This file has
 * the part that all kinds of proposals share. The caller stores the subject in its own row, and locks that row.
 */
import type { PoolClient } from 'pg';
import { writeAudit } from '../audit';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import type { DecisionContext } from './one-person';
import { ROLE_OF_PROPOSALS } from './proposal-roles';
import type { ProposalTable } from './proposal-roles';
import { findConfirmationRefusal } from './second-confirmation';
import type { ConfirmationRefusal, ProposedRow } from './second-confirmation';

export interface Proposal extends ProposedRow {
  readonly proposal_id: string;
  /** The proposer's username. */
  readonly proposer: string;
  readonly end_reason: 'confirmed' | 'withdrawn' | null;
  readonly ended_by: string | null;
}

/** The columns of a proposal `r` whose proposer is the player `p`. */
export const PROPOSAL_COLUMNS = 'r.proposal_id, r.proposed_by, p.username AS proposer, r.proposed_at, r.network, r.device, r.end_reason, r.ended_by';

/** A proposal as admins see it. */
export interface ProposalView {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly isOwn: boolean;
  readonly whyNot: string | null;
}

/**
 * `whyNot` tells the admin why their confirmation would not count. Their own proposals leave it out, because `isOwn` says
 * enough.
 */
export function toProposalView(row: Proposal, adminId: string, whyNot: string | null): ProposalView {
  const isOwn = row.proposed_by === adminId;
  return { proposalId: row.proposal_id, proposedBy: row.proposer, proposedAt: row.proposed_at.toISOString(), isOwn, whyNot: isOwn ? null : whyNot };
}

/** Throws 404 `not-found` where there is no such proposal. */
export function requireProposal<Row extends Proposal>(proposal: Row | undefined): Row {
  if (proposal === undefined) throw new ProblemError('not-found', 'There is no such proposal.');
  return proposal;
}

/**
 * Checks the second confirmation. `again` means that the same admin has confirmed before and lost the answer, so the caller has
 * nothing to do. A confirmation that does not count leaves a line in the audit trail about `subject`; the caller commits that
 * line and then calls `throwConfirmationRefusal`. Throws 403 `own-request`, and 409 `conflict` where the proposal has ended, or its proposer has not
 * had the role for it all the time.
 */
export async function checkConfirmation(
  tx: PoolClient,
  context: DecisionContext,
  proposal: Proposal,
  { table, subject }: { readonly table: ProposalTable; readonly subject: string },
): Promise<'counts' | 'again' | ConfirmationRefusal> {
  const { adminId, now: at } = context;
  const { proposal_id: proposalId, end_reason: endReason } = proposal;
  if (proposal.proposed_by === adminId) throw new ProblemError('own-request', 'You have proposed this yourself. Somebody else has to confirm it.');
  if (endReason === 'confirmed' && proposal.ended_by === adminId) return 'again';
  if (endReason !== null) throw new ProblemError('conflict', `This proposal has already been ${endReason}.`);
  const refusal = await findConfirmationRefusal(tx, context, table, proposal);
  if (refusal === null) {
    await requireProposer(tx, table, proposal);
    return 'counts';
  }
  const after = { proposalId, ...refusal.why };
  await writeAudit(tx, { at, userId: adminId, action: 'confirmation-not-counted', subject, before: null, after });
  return refusal;
}

/** Holds the proposer's role until the transaction ends, so that nobody proposes, leaves, and is confirmed afterwards. */
async function requireProposer(tx: PoolClient, table: ProposalTable, { proposed_by: userId, proposed_at: at }: Proposal): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM admin a JOIN player p USING (user_id) JOIN desk_role r USING (user_id)
     WHERE a.user_id = $1 AND a.ended_at IS NULL AND (a.restored_at IS NULL OR a.restored_at < $2) AND p.role = 'admin' AND p.closed_at IS NULL
       AND r.role = $3 AND r.ended_at IS NULL AND r.granted_at <= $2 FOR SHARE OF a, r`,
    [userId, at, ROLE_OF_PROPOSALS[table]],
  );
  if (rowCount === 1) return;
  throw new ProblemError('conflict', 'Whoever proposed this may not decide about it any more.', { detail: 'Withdraw it, and propose it again.' });
}

/** Logs an alert and throws 403 `not-counted`. */
export function throwConfirmationRefusal(
  platform: Pick<Platform, 'log'>,
  event: string,
  refusal: ConfirmationRefusal,
  about: Readonly<Record<string, string>>,
): never {
  platform.log(event, { alert: true, ...about, ...refusal.why });
  throw refusal.problem;
}

/** Returns false where it was withdrawn before, so that nothing is left to do. Throws 409 `conflict` where it was confirmed. */
export function canWithdraw({ end_reason: endReason }: Proposal): boolean {
  if (endReason === 'confirmed') throw new ProblemError('conflict', 'This proposal has already been confirmed.');
  return endReason === null;
}

export interface ProposalEnd {
  readonly reason: NonNullable<Proposal['end_reason']>;
  readonly by: string;
  readonly at: Date;
}

export async function endProposal(tx: PoolClient, table: ProposalTable, proposalId: string, { reason, by, at }: ProposalEnd): Promise<void> {
  await tx.query(`UPDATE ${table} SET ended_at = $2, end_reason = $3, ended_by = $4 WHERE proposal_id = $1`, [proposalId, at, reason, by]);
}
