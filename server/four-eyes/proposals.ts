/**
 * What takes two admins: one proposes, another person confirms, and until then nothing changes. Here is the part that is the
 * same whatever it is about; the caller's row has its subject, and is locked by the caller.
 */
import type { PoolClient } from 'pg';
import { writeAudit } from '../audit';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import type { DecisionContext } from './one-person';
import { findConfirmationRefusal } from './second-confirmation';
import type { ConfirmationRefusal, ProposedRow } from './second-confirmation';

/** Where what one admin proposes waits for another one. */
export const PROPOSAL_TABLES = ['promotion_proposal', 'person_hint_proposal'] as const;
export type ProposalTable = (typeof PROPOSAL_TABLES)[number];

export interface Proposal extends ProposedRow {
  readonly proposal_id: string;
  /** Username. */
  readonly proposer: string;
  readonly end_reason: 'confirmed' | 'withdrawn' | null;
  readonly ended_by: string | null;
}

/** Of a proposal `r` whose proposer is the player `p`. */
export const PROPOSAL_COLUMNS = 'r.proposal_id, r.proposed_by, p.username AS proposer, r.proposed_at, r.network, r.device, r.end_reason, r.ended_by';

/** A proposal as every admin is told of it. */
export interface ProposalView {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly isOwn: boolean;
  readonly whyNot: string | null;
}

/** `whyNot`: why a yes of the admin who asks would not count; for one of their own nothing more is said. */
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
 * Hears the second yes. `again`: the same admin's yes was heard before and its answer lost, so there is nothing to do. One that
 * does not count leaves a line in the trail about `subject`; the caller lets its transaction end, and then says so
 * (`throwConfirmationRefusal`). Throws 403 `own-request`, and 409 `conflict` where the proposal is over.
 */
export async function checkConfirmation(tx: PoolClient, context: DecisionContext, proposal: Proposal, subject: string): Promise<'counts' | 'again' | ConfirmationRefusal> {
  const { adminId, now: at } = context;
  const { proposal_id: proposalId, end_reason: endReason } = proposal;
  if (proposal.proposed_by === adminId) throw new ProblemError('own-request', 'You have proposed this yourself. Somebody else has to confirm it.');
  if (endReason === 'confirmed' && proposal.ended_by === adminId) return 'again';
  if (endReason !== null) throw new ProblemError('conflict', `This proposal is ${endReason} already.`);
  const refusal = await findConfirmationRefusal(tx, context, proposal);
  if (refusal === null) return 'counts';
  const after = { proposalId, ...refusal.why };
  await writeAudit(tx, { at, userId: adminId, action: 'confirmation-not-counted', subject, before: null, after });
  return refusal;
}

/** Alerts people, and throws 403 `not-counted`. */
export function throwConfirmationRefusal(
  platform: Pick<Platform, 'log'>,
  event: string,
  refusal: ConfirmationRefusal,
  about: Readonly<Record<string, string>>,
): never {
  platform.log(event, { alert: true, ...about, ...refusal.why });
  throw refusal.problem;
}

/** False where it was withdrawn before, and nothing is left to do. Throws 409 `conflict` for one that was confirmed. */
export function canWithdraw({ end_reason: endReason }: Proposal): boolean {
  if (endReason === 'confirmed') throw new ProblemError('conflict', 'This proposal is confirmed already.');
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
