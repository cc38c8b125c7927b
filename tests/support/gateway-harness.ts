/** The two gateways behind one handle, for the table that both must fulfil. */
import type { Pool } from 'pg';
import { createPaystack } from '../../server/gateways/payment/paystack/gateway';
import { signPaystack } from '../../server/gateways/payment/paystack/signature';
import type { NotificationHeaders, PaymentGateway } from '../../server/gateways/payment/port';
import { createSimulator } from '../../server/gateways/payment/simulator/gateway';
import { validSecrets, rotateSecret } from '../../server/gateways/payment/simulator/notifications/secrets';
import { SIGNATURE_HEADER, signNotification } from '../../server/gateways/payment/simulator/notifications/signature';
import type { DepositMethod } from '../../src/core/contract/cashier';
import { testMoney } from './money';
import { PAYSTACK_KEY, startPaystackServer } from './paystack-server';
import type { PaystackServer } from './paystack-server';

export type PayerDoes = 'pays' | 'pays-one-kobo-less' | 'is-refused' | 'does-nothing';

export type BankDoes = 'takes-it' | 'refuses' | 'sends-it-back';

const PAYOUT_STATES = { 'takes-it': 'success', refuses: 'failed', 'sends-it-back': 'reversed' } as const;

export interface Harness {
  readonly gateway: PaymentGateway;
  now(): Date;
  /** What the payer does about a payment. */
  payer(reference: string, does: PayerDoes): Promise<void>;
  /** How many payments the gateway has in its books. */
  count(): Promise<number>;
  /** A notification about a reference (or of any `text`), signed with the key in use, the one before it, or nobody's. */
  news(reference: string, signedWith: 'key' | 'old-key' | 'other-key', text?: string): Promise<{ body: Buffer; headers: NotificationHeaders }>;
  /** The state after a refusal: a page that lets the payer try again is not at its end. */
  readonly refusedIs: (method: DepositMethod) => 'failed' | 'pending';
  /** An account that can be paid to, and a number that no bank has. */
  readonly account: { readonly number: string; readonly holder: string; readonly unknown: string };
  /** What the bank does about a payout. */
  bank(reference: string, does: BankDoes): Promise<void>;
  countPayouts(): Promise<number>;
  close(): Promise<void>;
}

const OLD_KEY = 'sk_test_before';
/** A busy machine is no trouble; only the tests of a server that hangs are impatient. */
export const PATIENT_MS = 60_000;
/** See payout-outcomes.ts of the simulator. */
const SIMULATED_ACCOUNT = { number: '0000010004', holder: 'OBI ADA', unknown: '0000010090' };

export async function simulatorHarness(pool: Pool): Promise<Harness> {
  const { platform } = testMoney(pool);
  const deps = { pool, now: platform.now, randomBytes: platform.randomBytes };
  const gateway = createSimulator({ ...deps, send: () => Promise.reject(new Error('not sent in this test')) });
  const [old] = await validSecrets(deps);
  await rotateSecret(deps);
  const [current] = await validSecrets(deps);
  const SET: Readonly<Record<PayerDoes, string | null>> = {
    pays: `state = 'success', paid_amount = amount`,
    'pays-one-kobo-less': `state = 'success', paid_amount = amount - 1`,
    'is-refused': `state = 'failed'`,
    'does-nothing': null,
  };
  return {
    gateway,
    now: platform.now,
    payer: async (reference, does) => {
      const set = SET[does];
      if (set !== null) await pool.query(`UPDATE simulator_payment SET ${set}, outcome = 'paid', decided_at = $2 WHERE reference = $1`, [reference, platform.now()]);
    },
    count: async () => (await pool.query<{ count: number }>('SELECT count(*) FROM simulator_payment')).rows[0]?.count ?? 0,
    news: async (reference, signedWith, text = JSON.stringify({ event: 'payment.success', data: { reference } })) => {
      const body = Buffer.from(text);
      const secret = { key: current, 'old-key': old, 'other-key': 'nobody' }[signedWith];
      return { body, headers: { [SIGNATURE_HEADER]: signNotification(secret, body, platform.now().getTime()) } };
    },
    refusedIs: () => 'failed',
    account: SIMULATED_ACCOUNT,
    bank: async (reference, does) => {
      await pool.query(`UPDATE simulator_payout SET state = $2, then_state = NULL, then_at = NULL, reason = $3 WHERE reference = $1`, [
        reference, PAYOUT_STATES[does], does === 'takes-it' ? null : 'The bank said no.',
      ]);
    },
    countPayouts: async () => (await pool.query<{ count: number }>('SELECT count(*) FROM simulator_payout')).rows[0]?.count ?? 0,
    close: () => Promise.resolve(),
  };
}

export async function paystackHarness(): Promise<Harness & { readonly server: PaystackServer; readonly patience: { ms: number } }> {
  const server = await startPaystackServer();
  const patience = { ms: PATIENT_MS };
  const gateway = createPaystack({
    baseUrl: server.url, secretKeys: [PAYSTACK_KEY, OLD_KEY], fetch,
    get deadlineMs() {
      return patience.ms;
    },
  });
  return {
    gateway,
    server,
    patience,
    now: server.now,
    payer: async (reference, does) => {
      const payment = server.payments.get(reference);
      if (payment === undefined) throw new Error(`Paystack has no payment ${reference}`);
      if (does === 'does-nothing') return;
      payment.status = does === 'is-refused' ? 'failed' : 'success';
      if (payment.status === 'success') payment.paidAt = server.now().toISOString();
      if (does === 'pays-one-kobo-less') payment.amount -= 1;
    },
    count: async () => server.payments.size,
    news: async (reference, signedWith, body = JSON.stringify({ event: 'charge.success', data: { reference } })) => {
      const key = { key: PAYSTACK_KEY, 'old-key': OLD_KEY, 'other-key': 'nobody' }[signedWith];
      return { body: Buffer.from(body), headers: { 'x-paystack-signature': signPaystack(key, body) } };
    },
    account: { number: '0001234567', holder: 'OBI ADA NGOZI', unknown: '0000000000' },
    bank: async (reference, does) => {
      const payout = server.payouts.get(reference);
      if (payout === undefined) throw new Error(`Paystack has no payout ${reference}`);
      payout.status = PAYOUT_STATES[does];
    },
    countPayouts: async () => server.payouts.size,
    refusedIs: (method) => (method === 'card' ? 'pending' : 'failed'),
    close: server.close,
  };
}
