import { kobo, ZERO_KOBO } from '../../../../src/core/money';
import { GatewayUnavailableError } from '../port';
import type { RefundGateway, RefundRequest, VerifiedRefund } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps } from './client';
import { refund, refunds, transaction } from './shapes';
import type { PaystackRefund } from './shapes';

/**
 * Sends payments back through Paystack's refunds (https://paystack.com/docs/api/refund). A refund has no merchant reference, so ours stands
 * in the merchant's note, by which we find the refund again.
 */
export function createPaystackRefunds(deps: PaystackDeps): RefundGateway {
  return { refund: (request) => refundPayment(deps, request), verifyRefund: (request) => verify(deps, request) };
}

/**
 * Paystack takes only one whole refund of a payment, so a second call can't send the money twice. A refusal is final, except where the
 * operator's balance is too small, which is tried again.
 */
async function refundPayment(deps: PaystackDeps, request: RefundRequest): Promise<VerifiedRefund> {
  const { reference, payment, amount, currency } = request;
  const answer = await callPaystack(deps, {
    method: 'POST', path: '/refund', body: { transaction: payment, amount, currency, merchant_note: reference }, data: refund,
  });
  if (answer.ok) return toRefund(request, answer.data);
  const earlier = await verify(deps, request);
  if (earlier.state !== 'unknown') return earlier;
  if (/balance/i.test(answer.message)) throw new GatewayUnavailableError(`Paystack did not take a refund (${answer.status} ${answer.code}): ${answer.message}`);
  return { reference, state: 'failed', amount, currency, reason: 'The payment service does not send this payment back.' };
}

async function verify(deps: PaystackDeps, request: RefundRequest): Promise<VerifiedRefund> {
  const { reference, payment, currency } = request;
  const unknown: VerifiedRefund = { reference, state: 'unknown', amount: ZERO_KOBO, currency };
  const paymentAnswer = await callPaystack(deps, { method: 'GET', path: `/transaction/verify/${encodeURIComponent(payment)}`, data: transaction });
  if (!paymentAnswer.ok) throw new GatewayUnavailableError(`Paystack did not say what became of a payment (${paymentAnswer.status} ${paymentAnswer.code})`);
  if (paymentAnswer.data.id === undefined) throw new GatewayUnavailableError('Paystack gave a payment without its id');
  const refundList = await callPaystack(deps, { method: 'GET', path: `/refund?transaction=${paymentAnswer.data.id}`, data: refunds });
  if (!refundList.ok) throw new GatewayUnavailableError(`Paystack gave no refunds (${refundList.status} ${refundList.code})`);
  const match = refundList.data.find(({ merchant_note: note }) => note === reference);
  return match === undefined ? unknown : toRefund(request, match);
}

function toRefund({ reference, amount: fullAmount }: RefundRequest, { status, amount, currency }: PaystackRefund): VerifiedRefund {
  const state = refundState(status);
  return {
    reference, state, amount: amount === undefined || amount === null ? fullAmount : kobo(amount), currency,
    ...(state === 'failed' && { reason: 'The bank did not take the money back.' }),
  };
}

/** Translates a refund's state. `pending`, `processing`, `needs-attention` and unknown states are not final. */
export function refundState(status: string): VerifiedRefund['state'] {
  if (status === 'processed') return 'success';
  return status === 'failed' ? 'failed' : 'pending';
}
