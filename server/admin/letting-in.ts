/**
 * Decides whether an owner may let somebody in: confirm an invitation, or that an admin is a person of their own. Not on their first day as an
 * owner, not what was begun by somebody on theirs, and not for somebody who counts as one person with them. Otherwise a thief who holds one owner's
 * account could make a second one, and be both pairs of eyes before anybody has noticed.
 */
import { dateTime } from '../../src/core/time';
import { describeNewness, describeSamePerson, findSamePersons, isNewOwnerAt, readOwnerWait } from '../four-eyes';
import type { DecisionContext, MoneyWait, OtherAdmin } from '../four-eyes';
import type { Db } from '../ledger/accounts';

export interface LettingInRefusal {
  /** The audit trail and the log get this. */
  readonly why: { readonly by: string; readonly with?: string };
  /** The reason that the answer names. */
  readonly reason: string;
  /** In words, for the admin. */
  readonly detail: string;
}

/**
 * Makes the comparison ignore networks, because two people of one office may invite a third. Networks count only where money
 * goes out.
 */
function ignoreNetworks(context: DecisionContext): DecisionContext {
  return { ...context, officeNetworks: ['0.0.0.0/0', '::/0'] };
}

const NEW_INVITER = 'Whoever invited them had been an owner for less than 24 hours then. The invitation has to be cancelled, and made by somebody who has been an owner for longer.';

function tooNew({ from, role }: MoneyWait): LettingInRefusal {
  return { why: { by: 'new' }, reason: 'new', detail: `${describeNewness(role)} You can let people in from ${dateTime(from.getTime())} (Lagos).` };
}

/** Returns, for each of `others` in their order, why the admin may not let them in; null where they may. An inviter comes with their approval. */
export async function findLettingInRefusals(
  db: Db, context: DecisionContext, others: readonly OtherAdmin[],
): Promise<readonly (LettingInRefusal | null)[]> {
  const wait = await readOwnerWait(db, context.adminId, context.now);
  if (wait !== null) return others.map(() => tooNew(wait));
  const matches = await findSamePersons(db, ignoreNetworks(context), others);
  const refusals: (LettingInRefusal | null)[] = [];
  for (const [index, { userId, approval }] of others.entries()) {
    const match = matches[index] ?? null;
    if (match !== null) refusals.push({ why: { with: match.userId, by: match.by }, reason: match.by, detail: describeSamePerson(match) });
    else if (approval !== undefined && (await isNewOwnerAt(db, userId, approval.at))) refusals.push({ why: { by: 'new-inviter', with: userId }, reason: 'new', detail: NEW_INVITER });
    else refusals.push(null);
  }
  return refusals;
}

/** Returns the first refusal; null where the admin may let them all in. */
export async function findLettingInRefusal(db: Db, context: DecisionContext, others: readonly OtherAdmin[]): Promise<LettingInRefusal | null> {
  return (await findLettingInRefusals(db, context, others)).find((refusal) => refusal !== null) ?? null;
}
