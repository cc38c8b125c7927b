/** Money that is real and money that is not are never in one database. */
import { PassThrough } from 'node:stream';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { start, StartError } from '../../server/start';
import { kobo } from '../../src/core/money';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { giveMoney, makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

const LIVE = { PAYSTACK_SECRET_KEY: 'sk_live_example', PUBLIC_URL: 'https://ayo.example' };
const TRIED_OUT = { PAYSTACK_SECRET_KEY: 'sk_test_example' };

let logs: string[] = [];
let database: TestDatabase;
beforeEach(async () => {
  logs = [];
  database = await testDatabase();
});
afterEach(() => database.close());

/** Starts and stops the platform. Returns the reason why it did not start, or null. */
async function reasonAgainst(env: Record<string, string>): Promise<string | null> {
  try {
    const running = await start({
      appDir: '/no/such/folder',
      migrations: path.join(ROOT, 'server/db/migrations'),
      logStream: new PassThrough().on('data', (line) => logs.push(String(line))),
      env: { PORT: '0', DATABASE_URL: database.databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile'), ...env },
    });
    await running.stop();
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

describe('real money', () => {
  it('is not taken or paid out over a ledger that has simulated money in it', async () => {
    expect(await reasonAgainst({})).toBeNull();
    await giveMoney(database.pool, await makePlayer(database.pool), kobo(500_00));
    expect(await reasonAgainst(TRIED_OUT)).toBeNull();
    expect(await reasonAgainst(LIVE)).toContain('not real');
  });

  it('keeps its database for itself: without a live key, or with a test key, nothing starts on it', async () => {
    // Trying it out without moving anything leaves nothing behind.
    expect(await reasonAgainst({})).toBeNull();
    expect(logs.join('')).not.toContain('identity.simulated');
    expect(await reasonAgainst(LIVE)).toBeNull();
    // Nobody’s identity is proven by a simulator.
    expect(logs.join('')).toContain('identity.simulated');
    await giveMoney(database.pool, await makePlayer(database.pool), kobo(500_00));
    expect(await reasonAgainst(LIVE)).toBeNull();
    expect(await reasonAgainst({})).toContain('PAYSTACK_SECRET_KEY');
    expect(await reasonAgainst(TRIED_OUT)).toContain('PAYSTACK_SECRET_KEY');
  });
});
