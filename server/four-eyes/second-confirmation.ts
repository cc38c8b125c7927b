/** Whether a yes to another admin's proposal is another person's. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { moneyDecisionsFrom, findSamePerson, findSamePersons, describeSamePerson, readMoneyDecisionsFrom, describeTooNew } from './one-person';
import type { DecisionContext, OtherAdmin } from './one-person';
import type { Origin } from './traces';

/** A proposal as its row has it: the first yes is its proposer's. */
export interface ProposedRow extends Origin {
  readonly proposed_by: string;
  readonly proposed_at: Date;
}

const PROPOSED_TOO_EARLY =
  'Whoever proposed this had become an admin less than 24 hours before. It has to be withdrawn, and proposed by somebody who has been an admin for longer.';

export interface ConfirmationRefusal {
  readonly problem: ProblemError;
  /** For the trail and the log. */
  readonly why: Readonly<Record<string, string>>;
}

/**
 * Why the admin's yes to this proposal does not count: for somebody who has just become an admin, or counts as one person with its
 * proposer; or because the proposer had just become one, for the first yes is as good as the second.
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
  const problem = new ProblemError('not-counted', 'Your yes does not count here.', { reason: match.by, detail: describeSamePerson(match) });
  return { why: { by: match.by, with: match.userId }, problem };
}

/** The same in words for each of these proposals, in their order, before anybody says yes; null where the admin could confirm. */
export async function describeConfirmationRefusals(db: Db, context: DecisionContext, proposals: readonly ProposedRow[]): Promise<readonly (string | null)[]> {
  if (proposals.length === 0) return [];
  const from = await readMoneyDecisionsFrom(db, context.adminId, context.now);
  if (from !== null) return proposals.map(() => describeTooNew(from));
  const shared = await findSamePersons(db, context, proposals.map(toProposer));
  const tooEarly = await describeEarlyProposals(db, proposals);
  return shared.map((match, index) => tooEarly[index] ?? (match === null ? null : describeSamePerson(match)));
}

/** For each of these: in words, that its proposer had become an admin less than a day before; null where they had been one for longer. */
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
