/** The embedded platform, listening on a free port over a database of its own, with a clock that the test moves. */
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
import { SIMULATED_PAYMENTS } from '../../server/config-payments';
import { EVERYWHERE } from '../../server/config-place';
import { seedFramedGames } from '../../server/frames/seed';
import { seedCatalogue } from '../../server/games/seed';
import type { EndpointRouter } from '../../server/http/endpoints';
import type { Platform } from '../../server/platform';
import { giveStanding } from './admin-standing';
import { testDatabase } from './database';
import type { TestDatabase } from './database';
import { testClient } from './http-client';
import { newPhone } from './phones';
import type { TestClient } from './http-client';

export const PLATFORM_START = Date.parse('2026-11-21T10:00:00.000Z');
export const PASSWORD = 'three brown goats';

export interface TestPlatform {
  /** No slash at the end. */
  readonly baseUrl: string;
  readonly pool: Pool;
  readonly database: TestDatabase;
  readonly platform: Platform;
  readonly app: FastifyInstance;
  readonly router: EndpointRouter;
  /** Every route as `GET /api/v1/games`. */
  readonly routes: readonly string[];
  /** Every line that was logged so far, as text. */
  readonly logs: readonly string[];
  /** Moves the platform's clock on. */
  pass(ms: number): void;
  /** A browser without cookies. */
  client(): TestClient;
  /** A new player, signed in, e-mail activated. */
  signUp(options?: NewPlayer): Promise<TestClient>;
  /** A browser that signs in as a player who has an account. */
  signIn(username: string, password?: string): Promise<TestClient>;
  /** A new admin, signed in. */
  signUpAdmin(): Promise<TestClient>;
  close(): Promise<void>;
}

export interface NewPlayer extends Partial<SignUpBody> {
  /** Default true. */
  readonly activated?: boolean;
  readonly role?: 'player' | 'admin';
}

export interface TestPlatformOptions {
  readonly config?: Partial<Config>;
  readonly startMs?: number;
  readonly parts?: Partial<Pick<AppParts, 'answers' | 'timeouts' | 'storage' | 'wrapGateway' | 'paystackUrl' | 'identity' | 'host' | 'places' | 'randomBytes' | 'log'>>;
  /** Another process on the same database; `close` leaves that one alone. */
  readonly database?: TestDatabase;
  /** Instead of the database's own pool, for instance one that goes through a connection that the test cuts. */
  readonly pool?: Pool;
}

export const TEST_CONFIG: Config = {
  host: '127.0.0.1', port: 0, dataDir: '', databaseUrl: undefined, platformUrl: undefined, publicUrl: undefined,
  cdnUrl: '/cdn', pixelUrl: undefined, consentPolicy: 'ask', serviceWorker: 'on', ...EVERYWHERE, trustProxy: [], smtp: undefined,
  payments: SIMULATED_PAYMENTS,
  withdrawalAutomaticUpTo: kobo(50_000_00), withdrawalApprovals: 2, ninBeforeWithdrawal: true, gameProviders: [],
  // Every client of a test comes from here.
  adminOfficeNetworks: ['127.0.0.1', '::1'],
};

/** Body of a sign-up that works, with names nobody has. */
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

/** A stream that keeps whole lines. */
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

/** Starts a platform. Call `close` in `afterAll`. */
export async function testPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const database = options.database ?? (await testDatabase());
  const pool = options.pool ?? database.pool;
  const sink = lineSink();
  let nowMs = options.startMs ?? PLATFORM_START;
  let baseUrl = '';
  const { app, platform, router, routes } = await createApp({
    config: { ...TEST_CONFIG, ...options.config },
    pool,
    now: () => new Date(nowMs),
    randomBytes,
    version: 'test',
    answers: 'exact',
    log: { level: 'debug', stream: sink.stream },
    ownUrl: () => baseUrl,
    ...options.parts,
  });
  await seedCatalogue(pool, platform.now);
  await seedFramedGames(pool, platform.config.gameProviders, platform.now);
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });

  async function register({ activated = true, role = 'player', ...overrides }: NewPlayer = {}): Promise<TestClient> {
    const client = testClient(baseUrl);
    // Tests open more accounts at one address than people do; those that are about that open them by the call itself.
    await pool.query(`DELETE FROM rate WHERE kind LIKE 'sign-up-%'`);
    const { data } = await client.call(signUp, { body: newPlayer(overrides) });
    client.session = { sessionId: data.sessionId, userId: data.userId };
    await pool.query('UPDATE player SET email_activated_at = $2, role = $3, version = version + 1 WHERE user_id = $1', [
      data.userId, activated ? platform.now() : null, role,
    ]);
    if (role === 'admin') await giveStanding(pool, data.userId);
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
      return client;
    },
    signUpAdmin: () => register({ role: 'admin' }),
    close: async () => {
      await app.close();
      if (options.database === undefined) await database.close();
    },
  };
}
