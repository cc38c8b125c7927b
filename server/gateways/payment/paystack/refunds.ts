import { kobo, ZERO_KOBO } from '../../../../src/core/money';
import { GatewayUnavailableError } from '../port';
import type { RefundGateway, RefundRequest, VerifiedRefund } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps } from './client';
import { refund, refunds, transaction } from './shapes';
import type { PaystackRefund } from './shapes';

/**
 * Sending payments back by Paystack's refunds (https://paystack.com/docs/api/refund). It has no reference of the merchant's:
 * ours stands in the merchant's note, by which one that was asked for is found again.
 */
export function createPaystackRefunds(deps: PaystackDeps): RefundGateway {
  return { refund: (request) => ask(deps, request), verifyRefund: (request) => verify(deps, request) };
}

/**
 * It takes one whole refund of a payment, so a second call can't send the money twice. A refusal is final but where the
 * operator's balance is too small: that is tried again.
 */
async function ask(deps: PaystackDeps, request: RefundRequest): Promise<VerifiedRefund> {
  const { reference, payment, amount, currency } = request;
  const made = await callPaystack(deps, {
    method: 'POST', path: '/refund', body: { transaction: payment, amount, currency, merchant_note: reference }, data: refund,
  });
  if (made.ok) return refundOf(request, made.data);
  const known = await verify(deps, request);
  if (known.state !== 'unknown') return known;
  if (/balance/i.test(made.message)) throw new GatewayUnavailableError(`Paystack did not take a refund (${made.status} ${made.code}): ${made.message}`);
  return { reference, state: 'failed', amount, currency, reason: 'The payment service does not send this payment back.' };
}

async function verify(deps: PaystackDeps, request: RefundRequest): Promise<VerifiedRefund> {
  const { reference, payment, currency } = request;
  const unknown: VerifiedRefund = { reference, state: 'unknown', amount: ZERO_KOBO, currency };
  const paid = await callPaystack(deps, { method: 'GET', path: `/transaction/verify/${encodeURIComponent(payment)}`, data: transaction });
  if (!paid.ok) throw new GatewayUnavailableError(`Paystack did not say what became of a payment (${paid.status} ${paid.code})`);
  if (paid.data.id === undefined) throw new GatewayUnavailableError('Paystack gave a payment without its id');
  const listed = await callPaystack(deps, { method: 'GET', path: `/refund?transaction=${paid.data.id}`, data: refunds });
  if (!listed.ok) throw new GatewayUnavailableError(`Paystack gave no refunds (${listed.status} ${listed.code})`);
  const found = listed.data.find(({ merchant_note: note }) => note === reference);
  return found === undefined ? unknown : refundOf(request, found);
}

function refundOf({ reference, amount: whole }: RefundRequest, { status, amount, currency }: PaystackRefund): VerifiedRefund {
  const state = refundState(status);
  return {
    reference, state, amount: amount === undefined || amount === null ? whole : kobo(amount), currency,
    ...(state === 'failed' && { reason: 'The bank did not take the money back.' }),
  };
}

/** pending, processing, needs-attention, and whatever is not known, are no end. */
export function refundState(status: string): VerifiedRefund['state'] {
  if (status === 'processed') return 'success';
  return status === 'failed' ? 'failed' : 'pending';
}
