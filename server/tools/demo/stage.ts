/** Makes the platform of a demo: the product's own app, with the clock of the month, a seed's randomness, and a proxy that says where people are. */
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createApp } from '../../app';
import type { Config } from '../../config';
import { SIMULATED_PAYMENTS } from '../../config/payments';
import { readFieldKeys } from '../../field-key-file';
import { fillCatalogue } from '../../games';
import { seedFramedGames } from '../../frames';
import type { HashCosts } from '../../hash-costs';
import type { Platform } from '../../platform';
import { readSeedKeys } from '../../seed-key-file';
import { COUNTRY_HEADER, REGION_HEADER } from './browser';
import type { DemoClock } from './clock';
import type { Random } from './random';

export interface DemoStage {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly pool: Pool;
  readonly clock: DemoClock;
  /** The alerts that an operator would have got, by event, and how often. */
  readonly alerts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Sign-ins by the hundred must not take minutes. These hashes protect nothing, because everybody's password is printed. */
const DEMO_HASHES: HashCosts = {
  memoryCost: 8, timeCost: 1, parallelism: 1,
  dummyHash: '$argon2id$v=19$m=8,t=1,p=1$W2ndWghJaWciJSgh04Cn4w$7ckUDWaQxnz9eS6KZ6TOEzgoZmKlnxN7hcw/OvYC5+M',
};

export interface StageOptions {
  readonly config: Config;
  readonly pool: Pool;
  readonly clock: DemoClock;
  readonly random: Random;
  /** Default: those of the database, which are made where it has none. */
  readonly keys?: Pick<Platform, 'seedKeys' | 'fieldKeys'>;
}

/** The database must have this build's tables. The app listens on this machine alone, for the simulator's notifications. */
export async function createStage({ config, pool, clock, random, keys }: StageOptions): Promise<DemoStage> {
  const { now } = clock;
  const alerts = new Map<string, number>();
  let ownUrl = '';
  // What seals fields stays with the database, so it is no seed's. Server seeds are: the same seed plays the same rounds.
  const fieldKeys = keys?.fieldKeys ?? await readFieldKeys(config, { pool, randomBytes, now });
  const seedKeys = keys?.seedKeys ?? await readSeedKeys(config, { pool, randomBytes: random.bytes, now });
  const { app, platform } = await createApp({
    config: {
      ...config, payments: SIMULATED_PAYMENTS, trustProxy: ['127.0.0.1'], countryHeader: COUNTRY_HEADER, regionHeader: REGION_HEADER, allowedCountries: [],
    },
    pool, now, randomBytes: random.bytes, seedKeys, fieldKeys, version: 'demo', hashCosts: DEMO_HASHES,
    log: { level: 'error', stream: alertStream(alerts) },
    answers: 'strip',
    ownUrl: () => ownUrl,
  });
  await fillCatalogue(pool, now);
  await seedFramedGames(pool, config.gameProviders, now);
  ownUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, platform, pool, clock, alerts, close: () => app.close() };
}

/** Counts the log's alerts by their event, in the place of a log of some hundred lines. */
function alertStream(alerts: Map<string, number>): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const [, event = ''] of chunk.toString('utf8').matchAll(/"event":"([^"]+)"/g)) alerts.set(event, (alerts.get(event) ?? 0) + 1);
      done();
    },
  });
}
