/** The platform for the load tests: complete, with logging, without jobs. */
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { kobo } from '../../../src/core/money';
import { createApp } from '../../../server/app';
import { SIMULATED_PAYMENTS } from '../../../server/config/payments';
import { EVERYWHERE } from '../../../server/config/place';
import type { ChangeFeed } from '../../../server/db/change-feed';
import { readFieldKeys } from '../../../server/field-key-file';
import type { SeedKeys } from '../../../server/seed-keys';

export async function createBenchApp({ pool, readPool }: Record<'pool' | 'readPool', Pool>, dataDir: string, seedKeys: SeedKeys, changeFeed: ChangeFeed): Promise<FastifyInstance> {
  const now = () => new Date();
  const fieldKeys = await readFieldKeys({ fieldKeyFile: undefined, dataDir }, { pool, randomBytes, now });
  const { app } = await createApp({
    config: {
      host: '127.0.0.1', port: 0, dataDir, seedKeyFile: undefined, fieldKeyFile: undefined, databaseUrl: undefined, dbPrepared: 'on', platformUrl: undefined, publicUrl: undefined,
      cdnUrl: '/cdn', pixelUrl: undefined, consentPolicy: 'ask', serviceWorker: 'on', ...EVERYWHERE, trustProxy: [], smtp: undefined,
      withdrawalAutomaticUpTo: kobo(50_000_00), withdrawalApprovals: 2,
      adjustmentsPerPlayer: kobo(100_000_00), adjustmentsPerAdmin: kobo(500_000_00), deskOverdueHours: {}, largePaymentsFrom: kobo(5_000_000_00),
  diskReserveMb: 256, ninBeforeWithdrawal: true, riskRules: {},
      adminOfficeNetworks: [], gameProviders: [], drawBeacon: undefined, drainSeconds: 0, metricsHost: '127.0.0.1', metricsPort: undefined, payments: SIMULATED_PAYMENTS,
    },
    pool, readPool, changeFeed, now, randomBytes, seedKeys, fieldKeys, version: 'bench', answers: 'strip',
    log: { level: 'info', stream: new Writable({ write: (_chunk, _encoding, done) => done() }) },
  });
  return app;
}
