/** A cashier with the payment simulator or Paystack, for tests that send notifications to it. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { registerCallbacks } from '../../server/cashier/deposits/callbacks';
import { registerNotifications } from '../../server/cashier/notifications/receive-notification';
import { startDeposit } from '../../server/cashier/deposits/start-deposit';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import type { PaymentState } from '../../server/gateways/payment/port';
import { signPaystack } from '../../server/gateways/payment/paystack/signature';
import { readValidSecrets, rotateSecret } from '../../server/gateways/payment/simulator/notifications/secrets';
import { signNotification } from '../../server/gateways/payment/simulator/notifications/signature';
import { readBalance } from '../../server/ledger/accounts';
import type { Platform } from '../../server/platform';
import { deposit as depositSchema } from '../../src/core/contract/cashier';
import { kobo } from '../../src/core/money';
import { HERE } from './caller-places';
import { OPEN_GATE, bareServer, testMoney } from './money';
import type { LogLine } from './money';
import { PAYSTACK_KEY, startPaystackServer } from './paystack-server';

export type GatewayKind = 'simulator' | 'paystack';
/**
 * The secret that signs: the current one, the previous one while it is still accepted, one that is no longer accepted, or an
 * unknown one.
 */
export type Secret = 'current' | 'previous' | 'retired' | 'nobody';
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface PaymentFacts {
  readonly state?: Extract<PaymentState, 'pending' | 'success' | 'failed'>;
  /** The kobo that the payment exceeds the deposit by; negative when it falls short. */
  readonly more?: number;
  readonly currency?: string;
}

export interface NotificationWorld {
  readonly kind: GatewayKind;
  readonly header: string;
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly pool: Pool;
  readonly log: readonly LogLine[];
  /** The gateway's behaviour: it is silent when asked, or it answers about another reference than the requested one. */
  readonly gateway: { isSilent: boolean; answersAbout: string | null };
  pass(ms: number): void;
  start(userId: string, amountKobo?: number): Promise<{ depositId: string; reference: string }>;
  /** Sets the state of the payment that the gateway reports from now on. */
  setTruth(reference: string, truth: PaymentFacts): Promise<void>;
  body(reference: string, event?: string, more?: Readonly<Record<string, unknown>>): string;
  sign(body: string, options?: { readonly secret?: Secret; readonly atMs?: number }): string;
  send(body: string, headers: Headers): Promise<number>;
  state(depositId: string): Promise<string>;
  real(userId: string): Promise<number>;
  credits(depositId: string): Promise<number>;
  close(): Promise<void>;
}

const AMOUNT = 5_000_00;
const SITE = 'http://site.test';
const OLD_PAYSTACK_KEY = 'sk_test_before';

export async function makeNotificationWorld(kind: GatewayKind, pool: Pool): Promise<NotificationWorld> {
  const server = kind === 'paystack' ? await startPaystackServer() : null;
  const gateway = { isSilent: false, answersAbout: null as string | null };
  const money = testMoney(pool, {
    ...(server !== null && {
      paystackUrl: server.url,
      payments: { methods: { 'bank-transfer': 'paystack' }, payouts: 'paystack', paystackKeys: [PAYSTACK_KEY, OLD_PAYSTACK_KEY] },
    }),
    gateway: (real) => ({
      ...real,
      verify: async (reference) => {
        if (gateway.isSilent) throw new GatewayUnavailableError('silent');
        const verified = await real.verify(reference);
        return gateway.answersAbout === null ? verified : { ...verified, reference: gateway.answersAbout };
      },
    }),
  });
  const { platform } = money;
  const app = bareServer((fastify) => {
    registerNotifications(fastify, platform);
    registerCallbacks({ app: fastify, gate: OPEN_GATE }, platform);
  });
  const secrets = kind === 'simulator' ? await simulatorSecrets(money.platform, money.pass) : {
    current: PAYSTACK_KEY, previous: OLD_PAYSTACK_KEY, retired: 'sk_test_long_ago', nobody: 'sk_test_nobody',
  };

  return {
    ...money, kind, app, pool, gateway,
    header: kind === 'simulator' ? 'x-ayo-signature' : 'x-paystack-signature',
    start: async (userId, amountKobo = AMOUNT) => {
      const answer = await startDeposit(platform, {
        userId, key: randomBytes(16).toString('hex'), method: 'bank-transfer', amount: kobo(amountKobo), again: true, place: HERE, returnBase: SITE,
      });
      const { depositId } = depositSchema.parse(JSON.parse(answer.text));
      return { depositId, reference: `dep-${depositId}` };
    },
    setTruth: async (reference, { state = 'success', more = 0, currency = 'NGN' }) => {
      if (server === null) {
        await pool.query(
          `UPDATE simulator_payment SET state = $2, paid_amount = amount + $3, currency = $4, outcome = 'paid' WHERE reference = $1`,
          [reference, state, more, currency],
        );
        return;
      }
      const payment = server.payments.get(reference);
      if (payment === undefined) throw new Error(`Paystack never heard of ${reference}`);
      Object.assign(payment, { status: state === 'pending' ? 'ongoing' : state, amount: payment.amount + more, currency });
    },
    body: (reference, event = kind === 'simulator' ? 'payment.success' : 'charge.success', more = {}) =>
      JSON.stringify({ event, data: { reference, amount: AMOUNT, currency: 'NGN', status: 'success', ...more } }),
    sign: (body, { secret = 'current', atMs = platform.now().getTime() } = {}) =>
      kind === 'simulator' ? signNotification(secrets[secret], body, atMs) : signPaystack(secrets[secret], body),
    send: async (body, headers) => {
      const sent = await app.inject({
        method: 'POST', url: `/api/notifications/payments/${kind}`, payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      });
      return sent.statusCode;
    },
    state: async (depositId) => {
      const { rows } = await pool.query<{ state: string }>('SELECT state FROM deposit WHERE deposit_id = $1', [depositId]);
      return rows[0]?.state ?? 'missing';
    },
    real: async (userId) => (await readBalance(pool, userId)).real,
    credits: async (depositId) => {
      const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM ledger_transaction WHERE reference = $1', [depositId]);
      return rows[0]?.count ?? 0;
    },
    close: async () => {
      await app.close();
      await server?.close();
    },
  };
}

const DAY_MS = 24 * 60 * 60_000;

async function simulatorSecrets(platform: Platform, pass: (ms: number) => void): Promise<Record<Secret, string>> {
  const [retired] = await readValidSecrets(platform);
  await rotateSecret(platform);
  pass(DAY_MS + 1);
  const [previous] = await readValidSecrets(platform);
  await rotateSecret(platform);
  const [current] = await readValidSecrets(platform);
  return { current, previous, retired, nobody: 'nobody' };
}
