/** Makes a cashier around the payment simulator, without the calls of the contract, and acts as the browser and the gateway. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { registerCallbacks } from '../../server/cashier/deposits/callbacks';
import { depositById, toDeposit } from '../../server/cashier/deposits/deposit-rows';
import { registerNotifications } from '../../server/cashier/notifications/receive-notification';
import { startDeposit } from '../../server/cashier/deposits/start-deposit';
import type { DepositRequest } from '../../server/cashier/deposits/start-deposit';
import type { PaymentGateway } from '../../server/gateways/payment/port';
import type { Outcome } from '../../server/gateways/payment/simulator/payments/outcomes';
import { readValidSecrets } from '../../server/gateways/payment/simulator/notifications/secrets';
import { SIGNATURE_HEADER, signNotification } from '../../server/gateways/payment/simulator/notifications/signature';
import type { RawAnswer } from '../../server/http/router';
import { readBalance } from '../../server/ledger/accounts';
import type { Platform } from '../../server/platform';
import { deposit as depositSchema } from '../../src/core/contract/cashier';
import type { Deposit } from '../../src/core/contract/cashier';
import { nairaToKobo } from '../../src/core/money';
import { HERE } from './caller-places';
import { OPEN_GATE, bareServer, testMoney } from './money';
import type { TestMoney } from './money';

export const SITE = 'http://site.test';
const NOTIFICATIONS = '/api/notifications/payments/simulator';

export interface StartedDeposit {
  readonly depositId: string;
  readonly reference: string;
  readonly answer: RawAnswer;
  readonly deposit: Deposit;
}

/** Default: mobile money, confirmed although an equal deposit was started a moment ago. */
export type DepositOptions = Partial<Pick<DepositRequest, 'method' | 'bankCode' | 'again' | 'promotion' | 'place'>>;

export interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

export interface Cashier extends TestMoney {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  /** The gateway of the cashier. */
  readonly gateway: PaymentGateway;
  /** Starts a deposit of decimal naira; throws unless it is answered with 201. */
  start(userId: string, naira: number, key?: string, how?: DepositOptions): Promise<StartedDeposit>;
  /** Starts a deposit and returns the answer, also a refusal. */
  tryStart(userId: string, naira: number, key: string, how?: DepositOptions): Promise<RawAnswer>;
  /** Chooses an outcome on the simulator's page; returns the path to which the browser is sent. */
  choose(reference: string, outcome: Outcome): Promise<string>;
  /** Opens this path as a browser does. */
  get(path: string): Promise<Reply>;
  /** Sends a notification with these bytes; it is signed unless a header is given. */
  notify(body: string, signature?: string): Promise<Reply>;
  /** Makes the bytes of a genuine notification about a reference. */
  notificationBody(reference: string, event?: string): string;
  deposit(depositId: string): Promise<Deposit>;
  readReal(userId: string): Promise<number>;
  /** Counts how often a deposit was credited. */
  countCredits(depositId: string): Promise<number>;
}

export function makeCashier(pool: Pool, wrap?: (simulator: PaymentGateway) => PaymentGateway): Cashier {
  const money = testMoney(pool, wrap === undefined ? {} : { gateway: wrap });
  const { platform } = money;
  const gateway = platform.gateways.forPayouts;
  const app = bareServer((server) => {
    registerNotifications(server, platform);
    registerCallbacks({ app: server, gate: OPEN_GATE }, platform);
    gateway.embedded?.registerPages(server);
  });

  const get = async (path: string): Promise<Reply> => replyOf(await app.inject({ method: 'GET', url: path }));
  const tryStart = (userId: string, naira: number, key: string, how: DepositOptions = {}): Promise<RawAnswer> => {
    const amount = nairaToKobo(naira);
    if (amount === null) throw new RangeError(`not an amount: ${naira}`);
    return startDeposit(platform, { userId, key, method: 'mobile-money', amount, again: true, place: HERE, returnBase: SITE, ...how });
  };

  return {
    ...money,
    app,
    gateway,
    get,
    tryStart,
    start: async (userId, naira, key = randomBytes(16).toString('hex'), how = {}) => {
      const answer = await tryStart(userId, naira, key, how);
      if (answer.status !== 201) throw new Error(`not started: ${answer.text}`);
      const deposit = depositSchema.parse(JSON.parse(answer.text));
      return { depositId: deposit.depositId, reference: `dep-${deposit.depositId}`, answer, deposit };
    },
    choose: async (reference, outcome) => {
      const url = `/api/simulator/checkout/${reference}`;
      const page = await app.inject({ method: 'GET', url });
      const cookie = String(page.headers['set-cookie']).split(';')[0] ?? '';
      const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
      const response = await app.inject({
        method: 'POST', url, headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token, outcome }).toString(),
      });
      return String(response.headers.location).replace(SITE, '');
    },
    notify: async (body, signature) => {
      const [secret] = await readValidSecrets({ pool, now: platform.now, randomBytes: platform.randomBytes });
      const header = signature ?? signNotification(secret, body, platform.now().getTime());
      const headers = { 'content-type': 'application/json', ...(header === '' ? {} : { [SIGNATURE_HEADER]: header }) };
      return replyOf(await app.inject({ method: 'POST', url: NOTIFICATIONS, headers, payload: body }));
    },
    notificationBody: (reference, event = 'payment.success') => JSON.stringify({ event, data: { reference } }),
    deposit: async (depositId) => {
      const row = await depositById(pool, depositId);
      if (row === null) throw new Error('no such deposit');
      return depositSchema.parse(await toDeposit(pool, row));
    },
    readReal: async (userId) => (await readBalance(pool, userId)).real,
    countCredits: async (depositId) => {
      const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM ledger_transaction WHERE reference = $1', [depositId]);
      return rows[0]?.count ?? 0;
    },
  };
}

function replyOf(response: { statusCode: number; headers: Record<string, unknown>; body: string }): Reply {
  const { location } = response.headers;
  return { status: response.statusCode, location: typeof location === 'string' ? location : undefined, body: response.body };
}
