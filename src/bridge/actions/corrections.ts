/** Loads, proposes, confirms and withdraws what people put right in the books. */
import * as contract from '../../core/contract/corrections';
import type { Correction, CorrectedPlayer, NewAdjustment } from '../../core/contract/corrections';
import type { AnswerOf, QueryOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAtDesk } from './desk-call';

export { newKey } from '../page/key';
export type CorrectionsQuery = QueryOf<typeof contract.listCorrections>;
export type CorrectionsPage = AnswerOf<typeof contract.listCorrections>;

/** Never answered from a cache, because somebody decides by it. */
export function loadCorrections(query: CorrectionsQuery, signal: AbortSignal): Promise<Result<CorrectionsPage>> {
  return callAtDesk(contract.listCorrections, () => ({ query, signal, noStore: true }));
}

export function findPlayer(name: string): Promise<Result<CorrectedPlayer>> {
  return callAtDesk(contract.findCorrectedPlayer, () => ({ body: { name } }));
}

/** After a lost answer the list says whether it was proposed: one at a time can be. */
export function proposeAdjustment(body: NewAdjustment): Promise<Result<Correction>> {
  return callAtDesk(contract.proposeAdjustment, () => ({ body }));
}

/** The same key is sent again after a lost answer, so the money moves once. */
export function confirmCorrection({ proposalId, version }: Pick<Correction, 'proposalId' | 'version'>, key: string): Promise<Result<Correction>> {
  return callAtDesk(contract.confirmCorrection, () => ({ params: { proposalId }, ifMatch: version, key }));
}

export function withdrawCorrection(proposalId: string): Promise<Result<undefined>> {
  return callAtDesk(contract.withdrawCorrection, () => ({ params: { proposalId } }));
}
