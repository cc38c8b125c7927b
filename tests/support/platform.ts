/** The embedded platform on a free port, with a database of its own and a clock that the test advances. */
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { signIn, signUp } from '../../src/core/contract/auth';
import type { SignUpBody } from '../../src/core/contract/auth';
import { kobo } from '../../src/core/money';
import { createApp } from '../../server/app';
import type { AppParts } from '../../server/app';
import type { Config } from '../../server/config';
import { SIMULATED_PAYMENTS } from '../../server/config/payments';
import { EVERYWHERE } from '../../server/config/place';
import { seedFramedGames } from '../../server/frames/seed-framed-games';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import type { EndpointRouter } from '../../server/http/endpoint-router';
import type { Platform } from '../../server/platform';
import { CHEAP_HASHES } from './cheap-hashes';
import { giveFactor, insertAdmin } from './insert-admin';
import { testDatabase } from './database';
import type { TestDatabase } from './database';
import { testClient, userIdOf } from './http-client';
import { TEST_FIELD_KEYS } from './field-keys';
import { createAccountOpener } from './open-account';
import { newPhone } from './phones';
import type { TestClient } from './http-client';
import { TEST_SEED_KEYS } from './seed-keys';

export const PLATFORM_START = Date.parse('2026-11-21T10:00:00.000Z');
export const PASSWORD = 'three brown goats';
const YEAR_MS = 365 * 24 * 3_600_000;
/** An admin's session, and the second factor that was given in it, hold as long as any test. */
const ENDLESS_DESK_TIMES = { sessionMs: YEAR_MS, idleMs: YEAR_MS, stepUpMs: YEAR_MS };

export interface TestPlatform {
  /** The address without a slash at its end. */
  readonly baseUrl: string;
  readonly pool: Pool;
  readonly database: TestDatabase;
  readonly platform: Platform;
  readonly app: FastifyInstance;
  readonly router: EndpointRouter;
  /** Every route in the form `GET /api/v1/games`. */
  readonly routes: readonly string[];
  /** Every line that was logged, as text. */
  readonly logs: readonly string[];
  /** Advances the platform's clock by `ms` milliseconds. */
  pass(ms: number): void;
  /** Makes a browser without cookies. */
  client(): TestClient;
  /** Signs up a new player, signs in and activates the e-mail address. */
  signUp(options?: NewPlayer): Promise<TestClient>;
  /** Makes a browser and signs in as an existing player. An admin gives the second factor, too, if they have one. */
  signIn(username: string, password?: string): Promise<TestClient>;
  /** Makes a new admin and signs in. */
  signUpAdmin(): Promise<TestClient>;
  close(): Promise<void>;
}

export interface NewPlayer extends Partial<SignUpBody> {
  /** True by default. */
  readonly activated?: boolean;
  readonly role?: 'player' | 'admin';
}

export interface TestPlatformOptions {
  readonly config?: Partial<Config>;
  readonly startMs?: number;
  readonly parts?: Partial<Pick<AppParts, 'answers' | 'timeouts' | 'deskTimes' | 'disk' | 'wrapGateway' | 'paystackUrl' | 'identity' | 'host' | 'places' | 'randomBytes' | 'log' | 'hashCosts' | 'healthValidMs' | 'migrations' | 'changeFeed' | 'readPool'>>;
  /** The database of another process; `close` does not close it. */
  readonly database?: TestDatabase;
  /** Replaces the database's own pool, for example with one whose connections the test cuts. */
  readonly pool?: Pool;
  /** Default: as the platform has it, or the other pool where that was given. */
  readonly healthPool?: Pool;
}

export const TEST_CONFIG: Config = {
  host: '127.0.0.1', port: 0, dataDir: '', seedKeyFile: undefined, fieldKeyFile: undefined, databaseUrl: undefined, dbPrepared: 'on', platformUrl: undefined, publicUrl: undefined,
  cdnUrl: '/cdn', pixelUrl: undefined, consentPolicy: 'ask', serviceWorker: 'on', ...EVERYWHERE, trustProxy: [], smtp: undefined,
  payments: SIMULATED_PAYMENTS,
  withdrawalAutomaticUpTo: kobo(50_000_00), withdrawalApprovals: 2,
  adjustmentsPerPlayer: kobo(100_000_00), adjustmentsPerAdmin: kobo(500_000_00), deskOverdueHours: {}, largePaymentsFrom: kobo(5_000_000_00),
  diskReserveMb: 256, ninBeforeWithdrawal: true,
  // Most tests pay out what was hardly played, and several persons to one account.
  riskRules: { 'in-and-out': { on: false }, 'shared-payout-account': { on: false } },
  gameProviders: [], drawBeacon: undefined, drainSeconds: 0, metricsHost: '127.0.0.1', metricsPort: undefined,
  // Every client of a test connects from these addresses.
  adminOfficeNetworks: ['127.0.0.1', '::1'],
};

/** Makes the body of a valid sign-up with unused names. */
export function newPlayer(overrides: Partial<SignUpBody> = {}): SignUpBody {
  const name = `p${randomBytes(6).toString('hex')}`;
  return {
    email: `${name}@player.example`,
    username: name,
    password: PASSWORD,
    firstname: 'Ada',
    lastname: 'Obi',
    dateOfBirth: '1990-05-17',
    phone: newPhone(),
    acceptTerms: true,
    consents: [],
    ...overrides,
  };
}

/** Makes a stream that collects whole lines. */
export function lineSink(): { readonly lines: string[]; readonly stream: Writable } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString('utf8').split('\n').filter((line) => line !== ''));
      done();
    },
  });
  return { lines, stream };
}

/** Starts a platform; the test must call `close` in `afterAll`. */
export async function testPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const database = options.database ?? (await testDatabase());
  const pool = options.pool ?? database.pool;
  const sink = lineSink();
  let nowMs = options.startMs ?? PLATFORM_START;
  let baseUrl = '';
  const healthPool = options.healthPool ?? (options.pool === undefined ? database.healthPool() : pool);
  const { app, platform, router, routes } = await createApp({
    config: { ...TEST_CONFIG, ...options.config },
    pool,
    healthPool,
    now: () => new Date(nowMs),
    randomBytes,
    seedKeys: TEST_SEED_KEYS,
    fieldKeys: TEST_FIELD_KEYS,
    version: 'test',
    answers: 'exact',
    log: { level: 'debug', stream: sink.stream },
    ownUrl: () => baseUrl,
    // A machine that runs several suites is slow: what waits for its turn here is not refused for that.
    longestWaitMs: 60_000,
    hashCosts: CHEAP_HASHES,
    // Days go by in tests of other things.
    deskTimes: ENDLESS_DESK_TIMES,
    // A test that changes something asks at once what is said about it.
    healthValidMs: 0,
    ...options.parts,
  });
  await fillCatalogue(pool, platform.now);
  // Those that come with the program have no number yet, and could not be changed.
  await pool.query(`UPDATE promotion SET approval_number = 'TEST/0001' WHERE approval_number IS NULL`);
  await seedFramedGames(pool, platform.config.gameProviders, platform.now);
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });

  const openAccount = createAccountOpener(platform);

  async function register({ activated = true, role = 'player', ...overrides }: NewPlayer = {}): Promise<TestClient> {
    const client = testClient(baseUrl);
    // Tests open more accounts at one address than people do, so the limit is reset; tests of the limit use the call itself.
    await pool.query(`DELETE FROM rate WHERE kind LIKE 'sign-up-%'`);
    if (Object.keys(overrides).length === 0) {
      await openAccount(client, newPlayer());
    } else {
      const { data } = await client.call(signUp, { body: newPlayer(overrides) });
      client.session = { sessionId: data.sessionId, userId: data.userId };
    }
    const userId = userIdOf(client);
    await pool.query('UPDATE player SET email_activated_at = $2, role = $3, version = version + 1 WHERE user_id = $1', [
      userId, activated ? platform.now() : null, role,
    ]);
    if (role === 'admin') await insertAdmin(pool, userId);
    return client;
  }

  return {
    baseUrl,
    pool,
    database,
    platform,
    app,
    router,
    routes,
    logs: sink.lines,
    pass: (ms) => {
      nowMs += ms;
    },
    client: () => testClient(baseUrl),
    signUp: register,
    signIn: async (username, password = PASSWORD) => {
      const client = testClient(baseUrl);
      const { data } = await client.call(signIn, { body: { username, password } });
      client.session = { sessionId: data.sessionId, userId: data.userId };
      await giveFactor(pool, data.userId);
      return client;
    },
    signUpAdmin: () => register({ role: 'admin' }),
    close: async () => {
      await app.close();
      if (options.database === undefined) await database.close();
    },
  };
}
