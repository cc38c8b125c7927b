/** Lists cases and rules, reads one case, and does with it what people decide. Nothing of it is kept on the device. */
import * as contract from '../../core/contract/risk';
import type { CaseKind, PlayerFlags, RiskCase, RiskCasePage } from '../../core/contract/risk';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAtDesk } from './desk-call';

export type CaseState = 'waiting' | 'mine' | 'decided' | 'closed';

export function loadCases(state: CaseState, kind: CaseKind | null, cursor: string | undefined, signal: AbortSignal): Promise<Result<RiskCasePage>> {
  const query = { state, ...(kind !== null && { kind }), ...(cursor !== undefined && { cursor }) };
  return callAtDesk(contract.listRiskCases, () => ({ query, signal, noStore: true }));
}

export function loadRules(signal: AbortSignal): Promise<Result<AnswerOf<typeof contract.listRiskRules>>> {
  return callAtDesk(contract.listRiskRules, () => ({ signal, noStore: true }));
}

export function loadCase(caseId: string, signal: AbortSignal): Promise<Result<RiskCase>> {
  return callAtDesk(contract.openRiskCase, () => ({ params: { caseId }, signal, noStore: true }));
}

export function loadPlayersFlags(playerId: string, signal: AbortSignal): Promise<Result<PlayerFlags>> {
  return callAtDesk(contract.readPlayerFlags, () => ({ params: { playerId }, signal, noStore: true }));
}

/** Each of these works only with a connection, and a repeated one changes nothing. */
export function assignCase(caseId: string, to: 'me' | 'nobody'): Promise<Result<RiskCase>> {
  return callAtDesk(contract.assignRiskCase, () => ({ params: { caseId }, body: { to } }));
}

export function decideCase(caseId: string, body: BodyOf<typeof contract.decideRiskCase>): Promise<Result<RiskCase>> {
  return callAtDesk(contract.decideRiskCase, () => ({ params: { caseId }, body }));
}

export function closeCase(caseId: string): Promise<Result<RiskCase>> {
  return callAtDesk(contract.closeRiskCase, () => ({ params: { caseId } }));
}

export function releasePayouts(caseId: string, reason: string): Promise<Result<RiskCase>> {
  return callAtDesk(contract.releaseRiskHold, () => ({ params: { caseId }, body: { reason } }));
}
