/**
 * kill -9 of the platform and of its database, while clients keep outside what they were told. The seed draws the
 * moments, as numbers of answers, of migrations, or of milliseconds into a first start; what else runs then is up to the
 * machine.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPool, embeddedConfig } from '../../server/db/database';
import { startEmbedded } from '../../server/db/embedded/embedded';
import { migrate } from '../../server/db/migrate';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { COUNTER_INVARIANTS, findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { getHealth } from '../../src/core/contract/platform';
import { testDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import { afterTest, isProcessRunning, makeMigratedDirectory, makeTemporaryDirectory } from '../support/embedded';
import { testClient } from '../support/http-client';
import { expectReplayed } from '../support/money-kills/stepped';
import { createWitness } from '../support/money-kills/witness';
import type { Actor } from '../support/money-kills/witness';
import { PROOFS } from '../support/money-model/proofs';
import { openBankAccount } from '../support/payable-players';
import { startForTest } from '../support/platform-process';
import type { PlatformProcess } from '../support/platform-process';
import { makeSignedInPlayer } from '../support/signed-in-players';
import { isLong, randomFrom, seedOf } from '../support/seeds';

const CYCLES = isLong ? 100 : 2;
/** A kill waits for so many answers: a short run has few kills, and they must come late enough to hit rounds of several steps. */
const LEAST_ANSWERS = isLong ? 1 : 45;
const MIGRATION_KILLS = isLong ? 20 : 1;
const FIRST_START_KILLS = isLong ? 20 : 1;
const ACTORS = 6;
const MIGRATIONS = new URL('../../server/db/migrations/', import.meta.url);
const MINUTES = 60_000;
/** A hundred kills take a quarter of an hour on a machine with nothing else to do. */
const PATIENCE_MS = (isLong ? 120 : 30) * MINUTES;
/** A first start takes some seconds; a kill after its end is one of a platform at rest. */
const FIRST_START_MS = 4_000;

async function kill(child: PlatformProcess): Promise<void> {
  child.signal('SIGKILL');
  await child.ended;
}

async function killDatabase(dataDir: string): Promise<void> {
  const pid = Number.parseInt(await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isProcessRunning(pid), { timeout: MINUTES }).toBe(false);
}

/** Does something with the data of a platform that is not running. */
async function withData<T>(dataDir: string, work: (pool: ReturnType<typeof createPool>) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir, log: () => undefined });
  const pool = createPool(embeddedConfig(server), () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await server.stop();
  }
}

describe('MT6: kill -9', () => {
  it(`loses nothing that was acknowledged and leaves nothing by halves, over ${CYCLES} kills`, { timeout: PATIENCE_MS }, async () => {
    const random = randomFrom(seedOf('MT6'));
    const dataDir = await makeMigratedDirectory();
    const actors = await withData(dataDir, async (pool) => {
      await fillCatalogue(pool);
      const cashier = makeCashier(pool);
      return Promise.all(Array.from({ length: ACTORS }, async (): Promise<Actor> => {
        const seated = await makeSignedInPlayer(pool);
        // An amount that ends in .01 is paid at once. The money must come by deposits, because an invariant would close money otherwise.
        const { reference } = await cashier.start(seated.userId, 9_000_000.01);
        await cashier.notify(cashier.notificationBody(reference));
        await pool.query(`UPDATE ledger_account SET unplayed = 0 WHERE user_id = $1`, [seated.userId]);
        await pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [seated.userId]);
        return { ...seated, bankAccountId: await openBankAccount(pool, seated.userId) };
      }));
    });
    const witness = createWitness(actors, random.child());
    const killed = { platform: 0, database: 0 };

    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const platform = startForTest({ DATA_DIR: dataDir });
      const url = await platform.url;
      const client = testClient(url);
      // The process takes up what the one before had begun, under its key, once the lease has run out.
      expect(await witness.check(url), `cycle ${cycle}`).toEqual([]);
      expect((await client.call(getHealth, {})).data.status).toBe('ok');

      let isOver = false;
      const working = witness.work(url, () => isOver);
      const reach = async (more: number) => {
        const goal = witness.acknowledged() + more;
        await expect.poll(() => witness.acknowledged(), { timeout: 5 * MINUTES, interval: 5 }).toBeGreaterThanOrEqual(goal);
      };
      await reach(LEAST_ANSWERS + random.below(60));
      // A short run has too few kills to leave it to chance that one of them hits the database.
      if (isLong ? random.chance(0.5) : cycle === 0) {
        await killDatabase(dataDir);
        killed.database += 1;
        // The platform outlives it and heals by itself.
        await reach(1 + random.below(20));
      }
      await kill(platform);
      killed.platform += 1;
      isOver = true;
      await working;
    }

    const last = startForTest({ DATA_DIR: dataDir });
    expect(await witness.check(await last.url, 'all')).toEqual([]);
    last.signal('SIGTERM');
    await last.ended;
    console.info(`MT6: ${JSON.stringify({ ...killed, acknowledged: witness.acknowledged(), leftOpen: witness.unknown(), stepped: witness.stepped() })}`);
    // Kills that hit no round of several steps show nothing of them.
    expect(Math.min(...Object.values(witness.stepped()))).toBeGreaterThan(0);
    await withData(dataDir, async (pool) => {
      expect(await findViolations(pool, [...MONEY_INVARIANTS, ...COUNTER_INVARIANTS, ...PROOFS])).toEqual([]);
      await expectReplayed(pool);
    });
  });

  it(`a migration that is killed ${MIGRATION_KILLS} times in its middle is whole in the end`, { timeout: PATIENCE_MS }, async () => {
    const random = randomFrom(seedOf('MT6, migrations'));
    const database = await testDatabase({ isMigrated: false });
    afterTest(() => database.close());
    const folder = await makeTemporaryDirectory();
    const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: folder };
    const applied = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ is: string | null }>(`SELECT to_regclass('schema_migration')::text AS is`);
      if (typeof rows[0]?.is !== 'string') return 0;
      return (await database.pool.query('SELECT 1 FROM schema_migration')).rowCount ?? 0;
    };
    for (let n = 0; n < MIGRATION_KILLS; n += 1) {
      const platform = startForTest(env);
      const before = await applied();
      const goal = before + random.below(4);
      // It may be faster than we look: then it is killed after its last one.
      const isUp = platform.url.then(() => true, () => true);
      while ((await applied()) < goal && !(await Promise.race([isUp, Promise.resolve(false)])));
      await kill(platform);
    }
    const platform = startForTest(env);
    expect((await testClient(await platform.url).call(getHealth, {})).data).toMatchObject({ status: 'ok', money: true });
    expect(await migrate(database.pool, MIGRATIONS)).toEqual([]);
  });

  it(`a first start that is killed ${FIRST_START_KILLS} times is made good by the next`, { timeout: PATIENCE_MS }, async () => {
    const random = randomFrom(seedOf('MT6, first start'));
    const dataDir = path.join(await makeTemporaryDirectory(), 'data');
    for (let n = 0; n < FIRST_START_KILLS; n += 1) {
      const platform = startForTest({ DATA_DIR: dataDir });
      await pass(random.below(FIRST_START_MS));
      await kill(platform);
    }
    const platform = startForTest({ DATA_DIR: dataDir });
    const client = testClient(await platform.url);
    expect((await client.call(getHealth, {})).data).toMatchObject({ status: 'ok', money: true });
    expect((await client.request('GET', '/api/v1/games')).text).toContain('adire-gold');
    platform.signal('SIGTERM');
    await platform.ended;
    await withData(dataDir, async (pool) => {
      expect(await migrate(pool, MIGRATIONS)).toEqual([]);
      expect(await findViolations(pool)).toEqual([]);
    });
  });
});
