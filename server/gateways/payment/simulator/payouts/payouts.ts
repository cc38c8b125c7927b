import { transaction } from '../../../../db/transaction';
import { GatewayUnavailableError } from '../../port';
import type { PayoutGateway, PayoutRequest, VerifiedPayout } from '../../port';
import type { SimulatorDeps } from '../deps';
import { findSimulatedHolder, isSilentBank, payoutOutcomeOf } from './payout-outcomes';
import { readHolder, payoutByReference, storePayout, toVerifiedPayout } from './payout-rows';

/**
 * Creates the payouts of the simulator: accounts have holders, and the end of the account number chooses the outcome (payout-outcomes.ts).
 * Testers can set an account's holder on the bank's page (pages/bank.ts).
 */
export function createSimulatorPayouts(deps: SimulatorDeps): PayoutGateway {
  return {
    resolveAccount: ({ accountNumber }) => resolveHolder(deps, accountNumber),
    payOut: (request) => payOut(deps, request),
    verifyPayout: async (reference) => toVerifiedPayout(reference, await payoutByReference(deps.pool, reference), deps.now()),
  };
}

async function resolveHolder({ pool }: SimulatorDeps, accountNumber: string): Promise<{ readonly accountName: string } | null> {
  const openedHolder = isSilentBank(accountNumber) ? null : await readHolder(pool, accountNumber);
  if (openedHolder !== null) return { accountName: openedHolder };
  const simulatedHolder = findSimulatedHolder(accountNumber);
  if (simulatedHolder === 'silent') throw new GatewayUnavailableError('simulated: the bank does not answer');
  return simulatedHolder === 'unknown' ? null : { accountName: simulatedHolder.holder };
}

async function payOut(deps: SimulatorDeps, request: PayoutRequest): Promise<VerifiedPayout> {
  const now = deps.now();
  const row = await transaction(deps.pool, (tx) => storePayout(tx, request, now));
  const outcome = payoutOutcomeOf(row.account_number);
  if (row.calls === 1 && (outcome === 'answer-lost' || outcome === 'call-lost')) {
    throw new GatewayUnavailableError('simulated: no answer to the first call');
  }
  return toVerifiedPayout(row.reference, row, now);
}
