import { transaction } from '../../../../db/transaction';
import { GatewayUnavailableError } from '../../port';
import type { PayoutGateway, PayoutRequest, VerifiedPayout } from '../../port';
import type { SimulatorDeps } from '../deps';
import { bankKnows, isSilent, payoutOutcomeOf } from './payout-outcomes';
import { holderOf, payoutByReference, storePayout, toVerified } from './payout-rows';

/**
 * The simulator's side that pays out: a bank where accounts have holders, and payouts that end as the account's number
 * says. What each ending does is in payout-outcomes.ts; who holds an account can be said on the bank's page (bank.ts).
 */
export function createSimulatorPayouts(deps: SimulatorDeps): PayoutGateway {
  return {
    resolveAccount: ({ accountNumber }) => resolve(deps, accountNumber),
    payOut: (asked) => payOut(deps, asked),
    verifyPayout: async (reference) => toVerified(reference, await payoutByReference(deps.pool, reference), deps.now()),
  };
}

async function resolve({ pool }: SimulatorDeps, accountNumber: string): Promise<{ readonly accountName: string } | null> {
  const named = isSilent(accountNumber) ? null : await holderOf(pool, accountNumber);
  if (named !== null) return { accountName: named };
  const known = bankKnows(accountNumber);
  if (known === 'silent') throw new GatewayUnavailableError('simulated: the bank does not answer');
  return known === 'unknown' ? null : { accountName: known.holder };
}

async function payOut(deps: SimulatorDeps, asked: PayoutRequest): Promise<VerifiedPayout> {
  const now = deps.now();
  const row = await transaction(deps.pool, (tx) => storePayout(tx, asked, now));
  const outcome = payoutOutcomeOf(row.account_number);
  if (row.calls === 1 && (outcome === 'answer-lost' || outcome === 'call-lost')) {
    throw new GatewayUnavailableError('simulated: no answer to the first call');
  }
  return toVerified(row.reference, row, now);
}
