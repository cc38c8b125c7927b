import type { DepositMethod } from '../../../../src/core/contract/cashier';
import { parseJsonOrNull } from '../parse-json';
import type { NotificationHeaders, PaymentGateway, PaymentNotification } from '../port';
import type { PaystackDeps } from './client';
import { verifyDeposit } from './deposits';
import { createPaystackPayouts } from './payouts';
import { createPaystackRefunds } from './refunds';
import { notification } from './shapes';
import { isFromPaystack, PAYSTACK_SIGNATURE_HEADER } from './signature';
import { startPaystackDeposit, USSD_TYPES } from './start';
import { readPaystackStatement } from './statement';

export const PAYSTACK = 'paystack';
export const PAYSTACK_URL = 'https://api.paystack.co';
/** Paystack has no mobile money for naira. */
export const PAYSTACK_METHODS: readonly DepositMethod[] = ['card', 'bank-transfer', 'ussd'];

/**
 * Creates the adapter of Paystack (https://paystack.com/docs/api), which uses plain fetch. The operator bears Paystack's fee: the player is
 * credited the whole amount that they paid.
 */
export function createPaystack(deps: PaystackDeps): PaymentGateway {
  return {
    name: PAYSTACK,
    methods: PAYSTACK_METHODS,
    ussdBanks: USSD_TYPES.map(({ code, name }) => ({ code, name })),
    payouts: createPaystackPayouts(deps),
    refunds: createPaystackRefunds(deps),
    startDeposit: (request) => startPaystackDeposit(deps, request),
    verify: (reference) => verifyDeposit(deps, reference),
    parseNotification: async (rawBody, headers) => parseSigned(deps, rawBody, headers),
    statement: (from, to) => readPaystackStatement(deps, from, to),
  };
}

function parseSigned({ secretKeys }: PaystackDeps, rawBody: Buffer, headers: NotificationHeaders): PaymentNotification | null {
  if (!isFromPaystack(secretKeys, rawBody, headers[PAYSTACK_SIGNATURE_HEADER])) return null;
  const parsed = notification.safeParse(parseJsonOrNull(rawBody));
  if (!parsed.success) return null;
  const { reference, transaction_reference: refundedPayment } = parsed.data.data;
  return { reference: reference ?? refundedPayment ?? '', event: parsed.data.event };
}
