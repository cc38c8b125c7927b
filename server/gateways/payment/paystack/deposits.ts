import { kobo, ZERO_KOBO } from '../../../../src/core/money';
import type { PaymentState, VerifiedPayment } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps } from './client';
import { transaction } from './shapes';
import type { PaystackTransaction } from './shapes';

/** What Paystack knows of a payment. One that it never heard of is pending: the start may still be on its way. */
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
 * A transaction's state in our words. `abandoned` is what Paystack calls a payment that nobody has made yet, so it is no
 * end. Neither is `failed` on its own page: the payer may try the next card there, on the same reference; our own clock
 * ends it. All that is not known is pending.
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
