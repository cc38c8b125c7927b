/** Checks that a proposal is confirmed by another person than its proposer. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { findSamePerson, findSamePersons, describeSamePerson } from './one-person';
import type { DecisionContext, OtherAdmin } from './one-person';
import { CONFIRMING_ROLES, ROLE_OF_PROPOSALS } from './proposal-roles';
import type { ProposalTable } from './proposal-roles';
import type { Origin } from './traces';
import { describeTooNew, moneyDecisionsFrom, readMoneyWait, readStandings } from './waiting-time';

/** A proposal as stored. Proposing counts as the first approval. */
export interface ProposedRow extends Origin {
  readonly proposed_by: string;
  readonly proposed_at: Date;
}

/** Tells why a proposal does not count; `role` is the one that was new, null where the proposer was new as an admin. */
function describeTooEarly(role: AdminRole | null): string {
  return role === null
    ? 'Whoever proposed this had become an admin less than 24 hours before. It has to be withdrawn, and proposed by somebody who has been an admin for longer.'
    : `Whoever proposed this had been given the role “${role}” less than 24 hours before. It has to be withdrawn, and proposed by somebody who has had it for longer.`;
}

export interface ConfirmationRefusal {
  readonly problem: ProblemError;
  /** The audit trail and the log get this. */
  readonly why: Readonly<Record<string, string>>;
}

/**
 * Returns why the admin's confirmation does not count; null where it does. It does not count from somebody who has just become
 * an admin or got the role for it, or who counts as one person with the proposer. It does not count either where the proposer was as new when
 * they proposed, because the first approval needs as much trust as the second.
 */
export async function findConfirmationRefusal(
  tx: PoolClient,
  context: DecisionContext,
  table: ProposalTable,
  proposal: ProposedRow,
): Promise<ConfirmationRefusal | null> {
  const wait = await readMoneyWait(tx, context.adminId, context.now, CONFIRMING_ROLES[table]);
  if (wait !== null) {
    return { why: { by: 'new' }, problem: new ProblemError('not-counted', 'You can’t decide about money yet.', { reason: 'new', detail: describeTooNew(wait) }) };
  }
  const [tooEarly = null] = await describeEarlyProposals(tx, table, [proposal]);
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
  table: ProposalTable,
  proposals: readonly ProposedRow[],
): Promise<readonly (string | null)[]> {
  if (proposals.length === 0) return [];
  const wait = await readMoneyWait(db, context.adminId, context.now, CONFIRMING_ROLES[table]);
  if (wait !== null) return proposals.map(() => describeTooNew(wait));
  const matches = await findSamePersons(db, context, proposals.map(toProposer));
  const tooEarly = await describeEarlyProposals(db, table, proposals);
  return matches.map((match, index) => tooEarly[index] ?? (match === null ? null : describeSamePerson(match)));
}

/** Returns a refusal for each proposal whose proposer had been an admin, or had the role for it, for less than a day; null for the others. */
async function describeEarlyProposals(db: Db, table: ProposalTable, proposals: readonly ProposedRow[]): Promise<readonly (string | null)[]> {
  const standings = await readStandings(db, proposals.map((each) => each.proposed_by), [ROLE_OF_PROPOSALS[table]]);
  return proposals.map(({ proposed_by: userId, proposed_at: at }) => {
    const { since, role } = standings.get(userId) ?? { since: at, role: null };
    return moneyDecisionsFrom(since, at) === null ? null : describeTooEarly(role);
  });
}

function toProposer({ proposed_by: userId, proposed_at: at, network, device }: ProposedRow): OtherAdmin {
  return { userId, approval: { at, network, device } };
}
