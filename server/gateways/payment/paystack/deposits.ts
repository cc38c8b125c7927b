import { kobo, ZERO_KOBO } from '../../../../src/core/money';
import type { PaymentState, VerifiedPayment } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps } from './client';
import { transaction } from './shapes';
import type { PaystackTransaction } from './shapes';

/** Asks Paystack for the state of a payment. An unknown payment is pending, because its start may still be on its way. */
export async function verifyDeposit(deps: PaystackDeps, reference: string): Promise<VerifiedPayment> {
  const answer = await callPaystack(deps, {
    method: 'GET', path: `/transaction/verify/${encodeURIComponent(reference)}`, data: transaction,
  });
  if (!answer.ok) return { reference, state: 'pending', amount: ZERO_KOBO, currency: 'NGN' };
  return {
    reference: answer.data.reference,
    state: paymentState(answer.data),
    amount: kobo(answer.data.amount),
    currency: answer.data.currency,
  };
}

/**
 * Translates a transaction's state. `abandoned` is not final, because Paystack uses it for a payment that nobody has made yet. `failed` on
 * Paystack's own page is not final either, because the payer may try another card there with the same reference; our own clock ends such
 * a deposit. Unknown states are pending.
 */
export function paymentState({ status, channel }: Pick<PaystackTransaction, 'status' | 'channel'>): PaymentState {
  switch (status) {
    case 'success':
      return 'success';
    case 'reversed':
      return 'reversed';
    case 'failed':
      return channel === 'bank_transfer' || channel === 'ussd' ? 'failed' : 'pending';
    default:
      return 'pending';
  }
}
