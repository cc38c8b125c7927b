/** Checks that a proposal is confirmed by another person than its proposer. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { moneyDecisionsFrom, findSamePerson, findSamePersons, describeSamePerson, readMoneyDecisionsFrom, describeTooNew } from './one-person';
import type { DecisionContext, OtherAdmin } from './one-person';
import type { Origin } from './traces';

/** A proposal as stored. Proposing counts as the first approval. */
export interface ProposedRow extends Origin {
  readonly proposed_by: string;
  readonly proposed_at: Date;
}

const PROPOSED_TOO_EARLY =
  'Whoever proposed this had become an admin less than 24 hours before. It has to be withdrawn, and proposed by somebody who has been an admin for longer.';

export interface ConfirmationRefusal {
  readonly problem: ProblemError;
  /** The audit trail and the log get this. */
  readonly why: Readonly<Record<string, string>>;
}

/**
 * Returns why the admin's confirmation does not count; null where it does. It does not count from somebody who has just become
 * an admin, or who counts as one person with the proposer. It does not count either where the proposer had just become an
 * admin, because the first approval needs as much trust as the second.
 */
export async function findConfirmationRefusal(tx: PoolClient, context: DecisionContext, proposal: ProposedRow): Promise<ConfirmationRefusal | null> {
  const from = await readMoneyDecisionsFrom(tx, context.adminId, context.now);
  if (from !== null) {
    return { why: { by: 'new' }, problem: new ProblemError('not-counted', 'You can’t decide about money yet.', { reason: 'new', detail: describeTooNew(from) }) };
  }
  const [tooEarly = null] = await describeEarlyProposals(tx, [proposal]);
  if (tooEarly !== null) {
    const problem = new ProblemError('not-counted', 'This was proposed too early.', { reason: 'new', detail: tooEarly });
    return { why: { by: 'new-proposer', with: proposal.proposed_by }, problem };
  }
  const match = await findSamePerson(tx, context, [toProposer(proposal)]);
  if (match === null) return null;
  const problem = new ProblemError('not-counted', 'Your approval does not count here.', { reason: match.by, detail: describeSamePerson(match) });
  return { why: { by: match.by, with: match.userId }, problem };
}

/**
 * Returns the reason in words for each of these proposals, in their order, before anybody confirms; null where the admin could
 * confirm.
 */
export async function describeConfirmationRefusals(
  db: Db,
  context: DecisionContext,
  proposals: readonly ProposedRow[],
): Promise<readonly (string | null)[]> {
  if (proposals.length === 0) return [];
  const from = await readMoneyDecisionsFrom(db, context.adminId, context.now);
  if (from !== null) return proposals.map(() => describeTooNew(from));
  const matches = await findSamePersons(db, context, proposals.map(toProposer));
  const tooEarly = await describeEarlyProposals(db, proposals);
  return matches.map((match, index) => tooEarly[index] ?? (match === null ? null : describeSamePerson(match)));
}

/** Returns a refusal for each proposal whose proposer had been an admin for less than a day; null for the others. */
async function describeEarlyProposals(db: Db, proposals: readonly ProposedRow[]): Promise<readonly (string | null)[]> {
  const { rows } = await db.query<{ user_id: string; since: Date }>('SELECT user_id, since FROM admin WHERE user_id = ANY($1) AND ended_at IS NULL', [
    proposals.map((each) => each.proposed_by),
  ]);
  const since = new Map(rows.map((row) => [row.user_id, row.since]));
  return proposals.map(({ proposed_by: userId, proposed_at: at }) =>
    (moneyDecisionsFrom(since.get(userId) ?? at, at) === null ? null : PROPOSED_TOO_EARLY));
}

function toProposer({ proposed_by: userId, proposed_at: at, network, device }: ProposedRow): OtherAdmin {
  return { userId, approval: { at, network, device } };
}
