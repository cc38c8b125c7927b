/** A small demo: what `npm run demo` fills a database with is play like any other, and it fills no database of real people. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../server/config';
import type { Config } from '../../server/config';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { createCheckpointRun } from '../../server/money-watch';
import { closeDays } from '../../server/reports';
import { playMonth } from '../../server/tools/demo/month';
import type { Month } from '../../server/tools/demo/month';
import { refuseOccupied, refuseRealPlace } from '../../server/tools/demo/refusals';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { TEST_FIELD_KEYS } from '../support/field-keys';
import { testMoney } from '../support/money';
import { TEST_SEED_KEYS } from '../support/seed-keys';

const DAYS = 2;
const PLAYERS = 4;
const END = new Date('2026-11-20T14:00:00Z');

function configOf(env: Readonly<Record<string, string>>): Config {
  const loaded = loadConfig(env);
  if ('error' in loaded) throw new Error(loaded.error);
  return loaded.config;
}

describe('a demo', () => {
  let database: TestDatabase;
  let month: Month;
  const lines: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    await refuseOccupied(database.pool);
    month = await playMonth({
      config: configOf({}), pool: database.pool, keys: { seedKeys: TEST_SEED_KEYS, fieldKeys: TEST_FIELD_KEYS },
      seed: 11, days: DAYS, players: PLAYERS, end: END, report: (line) => lines.push(line),
    });
  });

  afterAll(() => database.close());

  it('keeps every rule of the ledger, and closes its days', async () => {
    const { rows: [counts] } = await database.pool.query<{ rounds: number; deposits: number }>(
      `SELECT (SELECT count(*) FROM round) AS rounds, (SELECT count(*) FROM deposit WHERE state = 'success') AS deposits`,
    );
    expect(counts?.rounds).toBeGreaterThan(10);
    expect(counts?.deposits).toBeGreaterThan(1);
    // Other test files use the same server, and what they have open must have ended before a day is closed.
    const platform = { ...testMoney(database.pool).platform, now: () => END };
    await vi.waitFor(async () => {
      await createCheckpointRun(platform)();
      await closeDays(platform);
      expect((await database.pool.query('SELECT FROM report_day')).rowCount).toBe(DAYS);
    }, { timeout: 30_000, interval: 20 });
    expect(await findViolations(database.pool, MONEY_INVARIANTS)).toEqual([]);
  });

  it('has two owners with a second factor, and a line for each day', () => {
    expect(month.team.map(({ recoveryCodes, secret }) => [recoveryCodes.length, secret.length])).toEqual([[10, 32], [10, 32]]);
    expect(lines).toHaveLength(DAYS);
  });

  it('is refused where somebody has an account, and says what to do', async () => {
    await expect(refuseOccupied(database.pool)).rejects.toThrow('set DATA_DIR to a new folder');
  });

  it.each([
    ['a live key', { PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }, 'PAYSTACK_SECRET_KEY is a live key'],
    ['a platform of the operator', { PLATFORM_URL: 'https://platform.example' }, 'PLATFORM_URL is set'],
    ['a mail server', { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'ayo@mail.example', PUBLIC_URL: 'https://ayo.example' }, 'SMTP_URL is set'],
  ])('is refused beside %s', (_, env, says) => {
    expect(() => refuseRealPlace(configOf(env))).toThrow(says);
  });
});
