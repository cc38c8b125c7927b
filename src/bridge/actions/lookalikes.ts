/**
 * Loads and makes the decisions of two admins about two accounts: whether they belong to two persons, and which of them has the
 * identity.
 */
import { confirmForPair, listIdentityPairs, listLookalikes, proposeForPair, withdrawForPair } from '../../core/contract/lookalikes';
import type { AdminIdentityPair, AdminLookalike, LookalikeProposal, PairDecision } from '../../core/contract/lookalikes';
import type { AnswerOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAtDesk } from './desk-call';

export type { AdminIdentityPair, AdminLookalike, LookalikeProposal, PairDecision };

/** The player whom the decision is for, and the other account. */
export interface TwoAccounts {
  readonly playerId: string;
  readonly otherId: string;
}

export function loadLookalikes(signal?: AbortSignal): Promise<Result<AnswerOf<typeof listLookalikes>>> {
  return callAtDesk(listLookalikes, () => ({ ...(signal && { signal }), noStore: true }));
}

/** `name`: a username or an e-mail; if it is empty, only pairs with an open proposal are listed. */
export function loadIdentityPairs(name: string, signal?: AbortSignal): Promise<Result<AnswerOf<typeof listIdentityPairs>>> {
  return callAtDesk(listIdentityPairs, () => ({ query: name === '' ? {} : { name }, ...(signal && { signal }), noStore: true }));
}

export function proposeDecision(params: TwoAccounts, what: PairDecision, reason: string): Promise<Result<LookalikeProposal>> {
  return callAtDesk(proposeForPair, () => ({ params, body: { what, reason } }));
}

export function confirmDecision(two: TwoAccounts, proposalId: string): Promise<Result<undefined>> {
  return callAtDesk(confirmForPair, () => ({ params: { ...two, proposalId } }));
}

export function withdrawDecision(two: TwoAccounts, proposalId: string): Promise<Result<undefined>> {
  return callAtDesk(withdrawForPair, () => ({ params: { ...two, proposalId } }));
}
