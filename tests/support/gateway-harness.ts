/** Puts the two gateways behind one interface, for the tests that both must pass. */
import type { Pool } from 'pg';
import { createPaystack } from '../../server/gateways/payment/paystack/gateway';
import { signPaystack } from '../../server/gateways/payment/paystack/signature';
import type { NotificationHeaders, PaymentGateway } from '../../server/gateways/payment/port';
import { createSimulator } from '../../server/gateways/payment/simulator/gateway';
import { readValidSecrets, rotateSecret } from '../../server/gateways/payment/simulator/notifications/secrets';
import { SIGNATURE_HEADER, signNotification } from '../../server/gateways/payment/simulator/notifications/signature';
import type { DepositMethod } from '../../src/core/contract/cashier';
import { testMoney } from './money';
import { PAYSTACK_KEY, startPaystackServer } from './paystack-server';
import type { PaystackServer } from './paystack-server';

export type PayerAction = 'pays' | 'pays-one-kobo-less' | 'is-refused' | 'does-nothing';

export type BankAction = 'takes-it' | 'refuses' | 'sends-it-back';

const PAYOUT_STATES = { 'takes-it': 'success', refuses: 'failed', 'sends-it-back': 'reversed' } as const;

export interface Harness {
  readonly gateway: PaymentGateway;
  now(): Date;
  /** Makes the payer act on a payment. */
  payer(reference: string, action: PayerAction): Promise<void>;
  /** Counts the payments in the gateway's books. */
  count(): Promise<number>;
  /** Makes a notification about a reference (or with any `text`), signed with the current key, the one before it, or nobody's. */
  makeNotification(reference: string, signedWith: 'key' | 'old-key' | 'other-key', text?: string): Promise<{ body: Buffer; headers: NotificationHeaders }>;
  /** The state after a refusal; it stays pending where the page lets the payer try again. */
  readonly stateAfterRefusal: (method: DepositMethod) => 'failed' | 'pending';
  /** An account that can receive a payout, and a number that no bank has. */
  readonly account: { readonly number: string; readonly holder: string; readonly unknown: string };
  /** Makes the bank act on a payout. */
  bank(reference: string, action: BankAction): Promise<void>;
  countPayouts(): Promise<number>;
  close(): Promise<void>;
}

const OLD_KEY = 'sk_test_before';
/** The deadline is long, so that a busy machine fails no test; only tests of a server that hangs shorten it. */
export const PATIENT_MS = 60_000;
/** See payout-outcomes.ts of the simulator. */
const SIMULATED_ACCOUNT = { number: '0000010004', holder: 'OBI ADA', unknown: '0000010090' };

export async function simulatorHarness(pool: Pool): Promise<Harness> {
  const { platform } = testMoney(pool);
  const deps = { pool, now: platform.now, randomBytes: platform.randomBytes };
  const gateway = createSimulator({ ...deps, send: () => Promise.reject(new Error('not sent in this test')) });
  const [oldSecret] = await readValidSecrets(deps);
  await rotateSecret(deps);
  const [currentSecret] = await readValidSecrets(deps);
  const SET: Readonly<Record<PayerAction, string | null>> = {
    pays: `state = 'success', paid_amount = amount`,
    'pays-one-kobo-less': `state = 'success', paid_amount = amount - 1`,
    'is-refused': `state = 'failed'`,
    'does-nothing': null,
  };
  return {
    gateway,
    now: platform.now,
    payer: async (reference, action) => {
      const set = SET[action];
      if (set !== null) await pool.query(`UPDATE simulator_payment SET ${set}, outcome = 'paid', decided_at = $2 WHERE reference = $1`, [reference, platform.now()]);
    },
    count: async () => (await pool.query<{ count: number }>('SELECT count(*) FROM simulator_payment')).rows[0]?.count ?? 0,
    makeNotification: async (reference, signedWith, text = JSON.stringify({ event: 'payment.success', data: { reference } })) => {
      const body = Buffer.from(text);
      const secret = { key: currentSecret, 'old-key': oldSecret, 'other-key': 'nobody' }[signedWith];
      return { body, headers: { [SIGNATURE_HEADER]: signNotification(secret, body, platform.now().getTime()) } };
    },
    stateAfterRefusal: () => 'failed',
    account: SIMULATED_ACCOUNT,
    bank: async (reference, action) => {
      await pool.query(`UPDATE simulator_payout SET state = $2, then_state = NULL, then_at = NULL, reason = $3 WHERE reference = $1`, [
        reference, PAYOUT_STATES[action], action === 'takes-it' ? null : 'The bank said no.',
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
    payer: async (reference, action) => {
      const payment = server.payments.get(reference);
      if (payment === undefined) throw new Error(`Paystack has no payment ${reference}`);
      if (action === 'does-nothing') return;
      payment.status = action === 'is-refused' ? 'failed' : 'success';
      if (payment.status === 'success') payment.paidAt = server.now().toISOString();
      if (action === 'pays-one-kobo-less') payment.amount -= 1;
    },
    count: async () => server.payments.size,
    makeNotification: async (reference, signedWith, body = JSON.stringify({ event: 'charge.success', data: { reference } })) => {
      const key = { key: PAYSTACK_KEY, 'old-key': OLD_KEY, 'other-key': 'nobody' }[signedWith];
      return { body: Buffer.from(body), headers: { 'x-paystack-signature': signPaystack(key, body) } };
    },
    account: { number: '0001234567', holder: 'OBI ADA NGOZI', unknown: '0000000000' },
    bank: async (reference, action) => {
      const payout = server.payouts.get(reference);
      if (payout === undefined) throw new Error(`Paystack has no payout ${reference}`);
      payout.status = PAYOUT_STATES[action];
    },
    countPayouts: async () => server.payouts.size,
    stateAfterRefusal: (method) => (method === 'card' ? 'pending' : 'failed'),
    close: server.close,
  };
}
