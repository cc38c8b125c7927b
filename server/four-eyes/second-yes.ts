/** Whether a yes to another admin's proposal is another person's. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { moneyFromOf, onePersonAmong, onePersonWith, onePersonWords, readMoneyFrom, tooNewWords } from './eyes';
import type { Looking, Other } from './eyes';
import type { Origin } from './traces';

/** A proposal as its row has it: the first yes is its proposer's. */
export interface Proposed extends Origin {
  readonly proposed_by: string;
  readonly proposed_at: Date;
}

const PROPOSED_TOO_EARLY =
  'Whoever proposed this had become an admin less than 24 hours before. It has to be withdrawn, and proposed by somebody who has been an admin for longer.';

export interface NotCounted {
  readonly problem: ProblemError;
  /** For the trail and the log. */
  readonly why: Readonly<Record<string, string>>;
}

/**
 * Why the admin's yes to this proposal does not count: for somebody who has just become an admin, or counts as one person with its
 * proposer; or because the proposer had just become one, for the first yes is as good as the second.
 */
export async function notCounted(tx: PoolClient, looking: Looking, proposal: Proposed): Promise<NotCounted | null> {
  const from = await readMoneyFrom(tx, looking.adminId, looking.now);
  if (from !== null) {
    return { why: { by: 'new' }, problem: new ProblemError('not-counted', 'You can’t decide about money yet.', { reason: 'new', detail: tooNewWords(from) }) };
  }
  const [tooEarly = null] = await proposedTooEarly(tx, [proposal]);
  if (tooEarly !== null) {
    const problem = new ProblemError('not-counted', 'This was proposed too early.', { reason: 'new', detail: tooEarly });
    return { why: { by: 'new-proposer', with: proposal.proposed_by }, problem };
  }
  const one = await onePersonAmong(tx, looking, [proposerOf(proposal)]);
  if (one === null) return null;
  const problem = new ProblemError('not-counted', 'Your yes does not count here.', { reason: one.by, detail: onePersonWords(one) });
  return { why: { by: one.by, with: one.userId }, problem };
}

/** The same in words for each of these proposals, in their order, before anybody says yes; null where the admin could confirm. */
export async function whyNotCounted(db: Db, looking: Looking, proposals: readonly Proposed[]): Promise<readonly (string | null)[]> {
  if (proposals.length === 0) return [];
  const from = await readMoneyFrom(db, looking.adminId, looking.now);
  if (from !== null) return proposals.map(() => tooNewWords(from));
  const shared = await onePersonWith(db, looking, proposals.map(proposerOf));
  const tooEarly = await proposedTooEarly(db, proposals);
  return shared.map((one, index) => tooEarly[index] ?? (one === null ? null : onePersonWords(one)));
}

/** For each of these: in words, that its proposer had become an admin less than a day before; null where they had been one for longer. */
async function proposedTooEarly(db: Db, proposals: readonly Proposed[]): Promise<readonly (string | null)[]> {
  const { rows } = await db.query<{ user_id: string; since: Date }>('SELECT user_id, since FROM admin WHERE user_id = ANY($1) AND ended_at IS NULL', [
    proposals.map((each) => each.proposed_by),
  ]);
  const since = new Map(rows.map((row) => [row.user_id, row.since]));
  return proposals.map(({ proposed_by: userId, proposed_at: at }) =>
    (moneyFromOf(since.get(userId) ?? at, at) === null ? null : PROPOSED_TOO_EARLY));
}

function proposerOf({ proposed_by: userId, proposed_at: at, network, device }: Proposed): Other {
  return { userId, yes: { at, network, device } };
}
