/** The simulated payment gateway's books: they live outside every process, so no crash touches them. */
import { kobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import type { PaymentState, PayoutRequest, DepositStartRequest, VerifiedPayment, VerifiedPayout } from '../../../server/gateways/payment/port';

interface Payment {
  readonly reference: string;
  readonly requested: Kobo;
  paid: Kobo;
  state: PaymentState;
  starts: number;
}

interface Payout extends PayoutRequest {
  state: 'pending' | 'success' | 'failed';
  reason: string | undefined;
  requested: number;
}

export interface Books {
  /** Returns true for a deposit that is new to the gateway. */
  start(deposit: DepositStartRequest): boolean;
  verify(reference: string): VerifiedPayment;
  /** Records the payer's decision; the first one counts. */
  decide(reference: string, state: PaymentState, missing: number): void;
  /** Returns true for a payout that is new to the gateway. */
  payOut(request: PayoutRequest): boolean;
  verifyPayout(reference: string): VerifiedPayout;
  endPayout(reference: string, state: 'success' | 'failed'): void;
  /** Returns the kobo that were paid for a reference; 0 when nothing was paid. */
  received(reference: string): number;
  /** Returns the kobo that were sent, by reference. */
  sent(): ReadonlyMap<string, number>;
  payments(): readonly { readonly reference: string; readonly state: PaymentState; readonly isWhole: boolean }[];
}

export function createBooks(): Books {
  const payments = new Map<string, Payment>();
  const payouts = new Map<string, Payout>();

  return {
    start: ({ reference, amount }) => {
      const entry = payments.get(reference);
      if (entry === undefined) payments.set(reference, { reference, requested: amount, paid: amount, state: 'pending', starts: 1 });
      else entry.starts += 1;
      return entry === undefined;
    },
    verify: (reference) => {
      const entry = payments.get(reference);
      return { reference, state: entry?.state ?? 'pending', amount: entry?.paid ?? kobo(0), currency: 'NGN' };
    },
    decide: (reference, state, missing) => {
      const entry = payments.get(reference);
      if (entry?.state !== 'pending') return;
      entry.state = state;
      entry.paid = kobo(entry.requested - missing);
    },
    payOut: (request) => {
      const entry = payouts.get(request.reference);
      if (entry === undefined) payouts.set(request.reference, { ...request, state: 'pending', reason: undefined, requested: 1 });
      else entry.requested += 1;
      return entry === undefined;
    },
    verifyPayout: (reference) => {
      const entry = payouts.get(reference);
      if (entry === undefined) return { reference, state: 'unknown', amount: kobo(0), currency: 'NGN' };
      const { state, amount, currency, reason } = entry;
      return { reference, state, amount, currency, ...(reason !== undefined && { reason }) };
    },
    endPayout: (reference, state) => {
      const entry = payouts.get(reference);
      if (entry?.state !== 'pending') return;
      entry.state = state;
      if (state === 'failed') entry.reason = 'The bank did not take it.';
    },
    received: (reference) => {
      const entry = payments.get(reference);
      return entry?.state === 'success' ? entry.paid : 0;
    },
    sent: () => new Map([...payouts.values()].filter(({ state }) => state === 'success').map(({ reference, amount }) => [reference, amount])),
    payments: () => [...payments.values()].map(({ reference, state, requested, paid }) => ({ reference, state, isWhole: requested === paid })),
  };
}
