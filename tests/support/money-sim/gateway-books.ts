/** What a payment gateway in the simulation remembers: outside every process, so no crash touches it. */
import { kobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import type { PaymentState, PayoutRequest, DepositStartRequest, VerifiedPayment, VerifiedPayout } from '../../../server/gateways/payment/port';

interface Payment {
  readonly reference: string;
  readonly asked: Kobo;
  paid: Kobo;
  state: PaymentState;
  starts: number;
}

interface Payout extends PayoutRequest {
  state: 'pending' | 'success' | 'failed';
  reason: string | undefined;
  asked: number;
}

export interface Books {
  /** True for one it had not heard of. */
  start(deposit: DepositStartRequest): boolean;
  verify(reference: string): VerifiedPayment;
  /** The payer does something; the first time counts. */
  decide(reference: string, state: PaymentState, missing: number): void;
  /** True for one it had not heard of. */
  payOut(request: PayoutRequest): boolean;
  verifyPayout(reference: string): VerifiedPayout;
  endPayout(reference: string, state: 'success' | 'failed'): void;
  /** Kobo that really came in for a reference; 0 for one that was not paid. */
  received(reference: string): number;
  /** Kobo that really went out. */
  sent(): ReadonlyMap<string, number>;
  payments(): readonly { readonly reference: string; readonly state: PaymentState; readonly whole: boolean }[];
}

export function createBooks(): Books {
  const payments = new Map<string, Payment>();
  const payouts = new Map<string, Payout>();

  return {
    start: ({ reference, amount }) => {
      const known = payments.get(reference);
      if (known === undefined) payments.set(reference, { reference, asked: amount, paid: amount, state: 'pending', starts: 1 });
      else known.starts += 1;
      return known === undefined;
    },
    verify: (reference) => {
      const known = payments.get(reference);
      return { reference, state: known?.state ?? 'pending', amount: known?.paid ?? kobo(0), currency: 'NGN' };
    },
    decide: (reference, state, missing) => {
      const known = payments.get(reference);
      if (known?.state !== 'pending') return;
      known.state = state;
      known.paid = kobo(known.asked - missing);
    },
    payOut: (request) => {
      const known = payouts.get(request.reference);
      if (known === undefined) payouts.set(request.reference, { ...request, state: 'pending', reason: undefined, asked: 1 });
      else known.asked += 1;
      return known === undefined;
    },
    verifyPayout: (reference) => {
      const known = payouts.get(reference);
      if (known === undefined) return { reference, state: 'unknown', amount: kobo(0), currency: 'NGN' };
      const { state, amount, currency, reason } = known;
      return { reference, state, amount, currency, ...(reason !== undefined && { reason }) };
    },
    endPayout: (reference, state) => {
      const known = payouts.get(reference);
      if (known?.state !== 'pending') return;
      known.state = state;
      if (state === 'failed') known.reason = 'The bank did not take it.';
    },
    received: (reference) => {
      const known = payments.get(reference);
      return known?.state === 'success' ? known.paid : 0;
    },
    sent: () => new Map([...payouts.values()].filter(({ state }) => state === 'success').map(({ reference, amount }) => [reference, amount])),
    payments: () => [...payments.values()].map(({ reference, state, asked, paid }) => ({ reference, state, whole: asked === paid })),
  };
}
