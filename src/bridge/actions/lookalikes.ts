/** Players whom an excluded account stops that looks like theirs: one admin says that they are two persons, another one confirms. */
import { confirmTwoPersons, listLookalikes, proposeTwoPersons, withdrawTwoPersons } from '../../core/contract/lookalikes';
import type { AdminLookalike, LookalikeProposal } from '../../core/contract/lookalikes';
import type { AnswerOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../index';

export type { AdminLookalike, LookalikeProposal };

const paramsOf = ({ player, other }: AdminLookalike) => ({ playerId: player.userId, otherId: other.userId });

export function loadLookalikes(signal?: AbortSignal): Promise<Result<AnswerOf<typeof listLookalikes>>> {
  return callAsPlayer(listLookalikes, () => ({ ...(signal && { signal }), noStore: true }));
}

export function proposeTwo(item: AdminLookalike, reason: string): Promise<Result<LookalikeProposal>> {
  return callAsPlayer(proposeTwoPersons, () => ({ params: paramsOf(item), body: { reason } }));
}

export function confirmTwo(item: AdminLookalike, proposalId: string): Promise<Result<undefined>> {
  return callAsPlayer(confirmTwoPersons, () => ({ params: { ...paramsOf(item), proposalId } }));
}

export function withdrawTwo(item: AdminLookalike, proposalId: string): Promise<Result<undefined>> {
  return callAsPlayer(withdrawTwoPersons, () => ({ params: { ...paramsOf(item), proposalId } }));
}
