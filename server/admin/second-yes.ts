/** Whether a yes to another admin's proposal is another person's. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { onePersonAmong, onePersonWith, onePersonWords, readMoneyFrom, tooNewWords } from './eyes';
import type { Looking, Other } from './eyes';
import type { Origin } from './traces';

/** A proposal as its row has it: the first yes is its proposer's. */
export interface Proposed extends Origin {
  readonly proposed_by: string;
  readonly proposed_at: Date;
}

export interface NotCounted {
  readonly problem: ProblemError;
  /** For the trail and the log. */
  readonly why: Readonly<Record<string, string>>;
}

/** Why the admin's yes to this proposal does not count: for somebody who has just become an admin, or counts as one person with its proposer. */
export async function notCounted(tx: PoolClient, looking: Looking, proposal: Proposed): Promise<NotCounted | null> {
  const from = await readMoneyFrom(tx, looking.adminId, looking.now);
  if (from !== null) {
    return { why: { by: 'new' }, problem: new ProblemError('not-counted', 'You can’t decide about money yet.', { reason: 'new', detail: tooNewWords(from) }) };
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
  return shared.map((one) => (one === null ? null : onePersonWords(one)));
}

function proposerOf({ proposed_by: userId, proposed_at: at, network, device }: Proposed): Other {
  return { userId, yes: { at, network, device } };
}
