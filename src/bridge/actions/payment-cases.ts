/** Loads what people look into about payments, and proposes how each is solved. */
import * as contract from '../../core/contract/payment-cases';
import type { Correction } from '../../core/contract/corrections';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAtDesk } from './desk-call';

export type PaymentCases = AnswerOf<typeof contract.listPaymentCases>;
export type PayoutReturnBody = BodyOf<typeof contract.proposePayoutReturn>;
export type DepositSolutionBody = BodyOf<typeof contract.proposeDepositSolution>;
export type DifferenceBody = BodyOf<typeof contract.proposeDifference>;
export type StatementBody = BodyOf<typeof contract.uploadStatement>;

/** Never answered from a cache, because somebody decides by it. */
export function loadPaymentCases(signal: AbortSignal): Promise<Result<PaymentCases>> {
  return callAtDesk(contract.listPaymentCases, () => ({ signal, noStore: true }));
}

/** Of each payout, deposit and difference one proposal is open at a time, so after a lost answer the list says what became of it. */
export function proposePayoutReturn(body: PayoutReturnBody): Promise<Result<Correction>> {
  return callAtDesk(contract.proposePayoutReturn, () => ({ body }));
}

export function proposeDepositSolution(body: DepositSolutionBody): Promise<Result<Correction>> {
  return callAtDesk(contract.proposeDepositSolution, () => ({ body }));
}

export function proposeDifference(body: DifferenceBody): Promise<Result<Correction>> {
  return callAtDesk(contract.proposeDifference, () => ({ body }));
}

/** The same statement may be compared again: a difference stays one. */
export function uploadStatement(body: StatementBody): Promise<Result<AnswerOf<typeof contract.uploadStatement>>> {
  return callAtDesk(contract.uploadStatement, () => ({ body }));
}
