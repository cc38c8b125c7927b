/** Decides which admins may commit to a secret for a draw: two different persons, and nobody who withheld a secret for it before. */
import { describeSamePerson, describeTooNew, findSamePersons, readMoneyWait } from '../../four-eyes';
import type { DecisionContext, OtherAdmin } from '../../four-eyes';
import { ProblemError } from '../../http/problem';
import type { Db } from '../../ledger/accounts';
import type { Attempt, Commit } from './attempts';

export interface CommitRefusal {
  readonly problem: ProblemError;
  /** The reason in words, which the admin sees before they try. */
  readonly detail: string;
  /** The audit trail and the log get this. */
  readonly why: Readonly<Record<string, string>>;
}

const WITHHELD = 'You, or somebody who counts as one person with you, did not reveal a secret for this draw in time. Others have to decide it.';

const toOtherAdmin = ({ userId, at, network, device }: Commit): OtherAdmin => ({ userId, approval: { at, network, device } });

const refuse = (reason: string, detail: string, why: CommitRefusal['why']): CommitRefusal => ({
  why, detail, problem: new ProblemError('not-counted', 'Your secret does not count here.', { reason, detail }),
});

/** Returns why a commit of this admin does not count in the running one of these tries of a draw; null where it does. */
export async function findCommitRefusal(db: Db, context: DecisionContext, attempts: readonly Attempt[]): Promise<CommitRefusal | null> {
  const { adminId, now } = context;
  const running = attempts.find(({ voided_at: voidedAt }) => voidedAt === null);
  const voided = attempts.filter(({ voided_at: voidedAt }) => voidedAt !== null);
  const withheldCommits = voided.flatMap(({ commits }) => commits.filter(({ secret }) => secret === null));
  if (withheldCommits.some(({ userId }) => userId === adminId)) return refuse('withheld', WITHHELD, { by: 'withheld' });
  const wait = await readMoneyWait(db, adminId, now, ['games']);
  if (wait !== null) return refuse('new', describeTooNew(wait), { by: 'new' });
  const compared = [
    ...(running?.commits ?? []).filter(({ userId }) => userId !== adminId).map((commit) => ({ commit, isWithheld: false })),
    ...withheldCommits.map((commit) => ({ commit, isWithheld: true })),
  ];
  const matches = await findSamePersons(db, context, compared.map(({ commit }) => toOtherAdmin(commit)));
  for (const [index, { isWithheld }] of compared.entries()) {
    const match = matches[index] ?? null;
    if (match === null) continue;
    const why = { by: match.by, with: match.userId };
    return isWithheld ? refuse('withheld', WITHHELD, why) : refuse(match.by, describeSamePerson(match), why);
  }
  return null;
}
