/** A platform's parts for tests about money, with a clock that the test advances and a log that it reads. */
import { createHash, randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createGateways } from '../../server/cashier/gateways';
import { SIMULATED_PAYMENTS } from '../../server/config/payments';
import type { PaymentsConfig } from '../../server/config/payments';
import { EVERYWHERE } from '../../server/config/place';
import type { CallGate } from '../../server/http/call-gate';
import { registerCallerAddress } from '../../server/http/caller-address';
import { ProblemError } from '../../server/http/problem';
import type { PaymentGateway } from '../../server/gateways/payment/port';
import { createDatabaseWatch } from '../../server/db/database-watch';
import { createPlaces, standardBook } from '../../server/place/places';
import type { Platform } from '../../server/platform';
import { kobo } from '../../src/core/money';
import { CHEAP_HASHES } from './cheap-hashes';
import { TEST_FIELD_KEYS } from './field-keys';
import { TEST_SEED_KEYS } from './seed-keys';

export interface LogLine {
  readonly event: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface TestMoney {
  readonly platform: Platform;
  readonly log: readonly LogLine[];
  /** Advances the clock by `ms` milliseconds. */
  pass(ms: number): void;
  /** The seed of the random bytes, so that a run can be repeated. */
  readonly seed: string;
}

export const START = Date.parse('2026-11-21T10:00:00.000Z');

/** Returns a source of bytes that look random and are the same for the same seed. */
export function seededBytes(seed: string): (size: number) => Buffer {
  let drawCount = 0;
  return (size) => {
    const parts: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      drawCount += 1;
      parts.push(createHash('sha256').update(`${seed}/${drawCount}`).digest());
    }
    return Buffer.concat(parts).subarray(0, size);
  };
}

export interface PaymentOptions {
  /** Simulates every payment by default. */
  readonly payments?: PaymentsConfig;
  readonly paystackUrl?: string;
}

/** Makes a platform on `pool` with the payment simulator, unless `gateway` wraps it. Notifications go to `ownUrl`. */
export function testMoney(
  pool: Pool,
  options: { readonly ownUrl?: () => string; readonly gateway?: (simulator: PaymentGateway) => PaymentGateway } & PaymentOptions = {},
): TestMoney {
  const seed = randomBytes(8).toString('hex');
  const log: LogLine[] = [];
  let nowMs = START;
  const now = () => new Date(nowMs);
  const config = {
    host: '127.0.0.1', port: 0, dataDir: '', seedKeyFile: undefined, fieldKeyFile: undefined, databaseUrl: undefined, dbPrepared: 'on', platformUrl: undefined, publicUrl: undefined,
    cdnUrl: '/cdn', pixelUrl: undefined, consentPolicy: 'ask', serviceWorker: 'on', ...EVERYWHERE, trustProxy: [], smtp: undefined,
    payments: options.payments ?? SIMULATED_PAYMENTS,
    withdrawalAutomaticUpTo: kobo(50_000_00), withdrawalApprovals: 2,
    adjustmentsPerPlayer: kobo(100_000_00), adjustmentsPerAdmin: kobo(500_000_00), deskOverdueHours: {},
    largePaymentsFrom: kobo(5_000_000_00), diskReserveMb: 256,
    ninBeforeWithdrawal: true, riskRules: {}, adminOfficeNetworks: [], gameProviders: [], drawBeacon: undefined, drainSeconds: 0, metricsHost: '127.0.0.1', metricsPort: undefined,
  } satisfies Platform['config'];
  const bytes = seededBytes(seed);
  const logEvent: Platform['log'] = (event, details = {}) => log.push({ event, details });
  const gateways = createGateways({
    pool, now, randomBytes: bytes, config, ownUrl: options.ownUrl ?? (() => 'http://127.0.0.1:9'),
    ...(options.paystackUrl !== undefined && { paystackUrl: options.paystackUrl }),
    ...(options.gateway !== undefined && { wrapGateway: options.gateway }),
  });
  return {
    platform: {
      config,
      pool,
      readPool: pool,
      databaseWatch: createDatabaseWatch({ pool, now, log: logEvent }),
      diskReserve: { isShort: () => Promise.resolve(false) },
      now,
      randomBytes: bytes,
      seedKeys: TEST_SEED_KEYS,
      fieldKeys: TEST_FIELD_KEYS,
      mailer: { send: () => Promise.reject(new Error('money sends no mail')) },
      gateways,
      places: createPlaces(config, standardBook()),
      log: logEvent,
      hashCosts: CHEAP_HASHES,
    },
    log,
    pass: (ms) => {
      nowMs += ms;
    },
    seed,
  };
}

/** Lets every call through at once. */
export const OPEN_GATE: Pick<CallGate, 'run'> = { run: (_lane, _subject, work) => work() };

/** Makes a server without the contract's calls that answers problems as the platform does. */
export function bareServer(register: (app: FastifyInstance) => void): FastifyInstance {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ProblemError) return reply.code(error.status).send(error.toBody());
    const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    return reply.code(status).send({ code: 'internal', title: String(error) });
  });
  registerCallerAddress(app, () => new Date());
  register(app);
  return app;
}

/** Returns the problem that rejected the promise; throws when the promise was fulfilled. */
export async function refusalOf(promise: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await promise.then(() => null, (reason: unknown) => reason);
  if (!(error instanceof ProblemError)) throw new Error(`not refused: ${String(error)}`, { cause: error });
  return error;
}
