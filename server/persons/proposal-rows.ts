/** Reads and writes the proposals about two accounts. */
import type { PoolClient } from 'pg';
import type { LookalikeProposal, PairDecision } from '../../src/core/contract/lookalikes';
import { DAY_MS } from '../../src/core/time';
import { insertRow } from '../db/statement';
import { PROPOSAL_COLUMNS, toProposalView, describeConfirmationRefusals } from '../four-eyes';
import type { DecisionContext, Proposal, ProposedRow } from '../four-eyes';
import type { Db } from '../ledger/accounts';

/** The two accounts of a decision: the player for whom it is made, and the other one. */
export interface AccountPair {
  readonly playerId: string;
  readonly otherId: string;
}

export interface ProposalRow extends Proposal {
  readonly what: PairDecision;
  readonly user_id: string;
  readonly other_id: string;
  readonly reason: string;
  /** The state of the two accounts at that time; null for proposals from before we stored it. */
  readonly standing: string | null;
}

/** A proposal expires after this time, because an admin who confirms it much later would not see what the proposer saw. */
const PROPOSAL_LIFETIME_MS = 7 * DAY_MS;

export function isExpired({ proposed_at: at }: Pick<ProposalRow, 'proposed_at'>, now: Date): boolean {
  return at.getTime() + PROPOSAL_LIFETIME_MS <= now.getTime();
}

const PROPOSALS = `SELECT r.what, r.user_id, r.other_id, r.reason, r.standing, ${PROPOSAL_COLUMNS} FROM person_hint_proposal r JOIN player p ON p.user_id = r.proposed_by`;

/** Locks a proposal until the transaction ends. Returns undefined where it does not exist, or is about other accounts. */
export async function lockProposal(tx: PoolClient, { playerId, otherId }: AccountPair, proposalId: string): Promise<ProposalRow | undefined> {
  const { rows } = await tx.query<ProposalRow>(`${PROPOSALS} WHERE r.user_id = $1 AND r.other_id = $2 AND r.proposal_id = $3 FOR UPDATE OF r`, [
    playerId, otherId, proposalId,
  ]);
  return rows[0];
}

export async function hasOpenProposal(tx: PoolClient, { playerId, otherId }: AccountPair, what: PairDecision): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM person_hint_proposal WHERE user_id = $1 AND other_id = $2 AND what = $3 AND ended_at IS NULL', [
    playerId, otherId, what,
  ]);
  return rowCount !== 0;
}

export async function insertProposal(
  tx: PoolClient,
  row: Pick<ProposalRow, 'proposal_id' | 'what' | 'user_id' | 'other_id' | 'reason' | 'standing' | keyof ProposedRow>,
): Promise<void> {
  await tx.query(insertRow('person_hint_proposal', { ...row }));
}

/** Withdraws an expired proposal, so that a new one can be made. */
export async function endOldProposals(
  tx: PoolClient,
  { playerId, otherId }: AccountPair,
  { what, by, at }: { readonly what: PairDecision; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE person_hint_proposal SET ended_at = $4, end_reason = 'withdrawn', ended_by = $5
     WHERE user_id = $1 AND other_id = $2 AND what = $3 AND ended_at IS NULL AND proposed_at <= $6`,
    [playerId, otherId, what, at, by, new Date(at.getTime() - PROPOSAL_LIFETIME_MS)],
  );
}

/** The open proposals, as the admin who asks may confirm them. */
export interface OpenProposals {
  /** The accounts that the proposals are about. */
  readonly pairs: readonly AccountPair[];
  findProposal(accountPair: AccountPair): LookalikeProposal | null;
}

export async function readOpenProposals(db: Db, context: DecisionContext, what: PairDecision): Promise<OpenProposals> {
  const { rows } = await db.query<ProposalRow>(`${PROPOSALS} WHERE r.ended_at IS NULL AND r.what = $1 AND r.proposed_at > $2`, [
    what, new Date(context.now.getTime() - PROPOSAL_LIFETIME_MS),
  ]);
  const refusals = await describeConfirmationRefusals(db, context, 'person_hint_proposal', rows);
  return {
    pairs: rows.map(({ user_id: playerId, other_id: otherId }) => ({ playerId, otherId })),
    findProposal({ playerId, otherId }) {
      const at = rows.findIndex((row) => row.user_id === playerId && row.other_id === otherId);
      const open = rows[at];
      return open === undefined ? null : toProposal(open, context.adminId, refusals[at] ?? null);
    },
  };
}

export function toProposal(row: ProposalRow, adminId: string, refusal: string | null): LookalikeProposal {
  return { ...toProposalView(row, adminId, refusal), reason: row.reason };
}
