import type { PoolClient } from 'pg';
import type { PromotionCosts, PromotionPatch, PromotionProposal } from '../../src/core/contract/promotions';
import type { PromotionId } from '../../src/core/promotions';
import { PROPOSAL_COLUMNS, toProposalView, describeConfirmationRefusals } from '../four-eyes';
import type { DecisionContext, Proposal } from '../four-eyes';
import type { Db } from '../ledger/accounts';

export interface ProposalRow extends Proposal {
  readonly promotion_id: PromotionId;
  readonly patch: PromotionPatch;
  /** Null for a proposal of an earlier version. */
  readonly costs: PromotionCosts | null;
}

const ROWS = `SELECT r.promotion_id, r.patch, r.costs, ${PROPOSAL_COLUMNS}
  FROM promotion_proposal r JOIN player p ON p.user_id = r.proposed_by`;

/** Reads the open proposals by promotion, with the reason where this admin may not confirm one. */
export async function readProposals(db: Db, context: DecisionContext): Promise<Map<PromotionId, PromotionProposal>> {
  const { rows } = await db.query<ProposalRow>(`${ROWS} WHERE r.ended_at IS NULL`);
  const refusals = await describeConfirmationRefusals(db, context, 'promotion_proposal', rows);
  return new Map(rows.map((row, index) => [row.promotion_id, toProposal(row, context.adminId, refusals[index] ?? null)]));
}

/** Locks a proposal until the transaction ends; undefined for an unknown one, and for another promotion's. */
export async function lockProposal(tx: PoolClient, promotionId: PromotionId, proposalId: string): Promise<ProposalRow | undefined> {
  const { rows } = await tx.query<ProposalRow>(`${ROWS} WHERE r.promotion_id = $1 AND r.proposal_id = $2 FOR UPDATE OF r`, [promotionId, proposalId]);
  return rows[0];
}

export async function readOpenProposal(tx: Db, promotionId: PromotionId): Promise<ProposalRow | undefined> {
  const { rows } = await tx.query<ProposalRow>(`${ROWS} WHERE r.promotion_id = $1 AND r.ended_at IS NULL`, [promotionId]);
  return rows[0];
}

type NewProposal = Pick<ProposalRow, 'proposal_id' | 'promotion_id' | 'patch' | 'costs' | 'proposed_by' | 'proposed_at' | 'network' | 'device'>;

export async function insertProposal(tx: PoolClient, row: NewProposal): Promise<void> {
  await tx.query('INSERT INTO promotion_proposal (proposal_id, promotion_id, patch, costs, proposed_by, proposed_at, network, device) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
    row.proposal_id, row.promotion_id, JSON.stringify(row.patch), JSON.stringify(row.costs), row.proposed_by, row.proposed_at, row.network,
    row.device,
  ]);
}

/** `refusal` is the reason why this admin's confirmation would not count; for their own proposal it is not shown. */
export function toProposal(row: ProposalRow, adminId: string, refusal: string | null): PromotionProposal {
  return { ...toProposalView(row, adminId, refusal), patch: row.patch, costs: row.costs };
}
