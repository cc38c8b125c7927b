/** PgBouncer in transaction mode before the database: each transaction gets whatever connection of the server is free. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../server/db/database';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { examine } from '../../server/tools/doctor/examine';
import { playAndPay } from '../support/acknowledged-calls';
import type { AcknowledgedCall } from '../support/acknowledged-calls';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import { afterTest, makeTemporaryDirectory } from '../support/embedded';
import { startPgbouncer } from '../support/pgbouncer';
import { startPlatformProcess } from '../support/platform-process';
import { isTested } from '../support/programs';
import { isLong } from '../support/seeds';
import { makeSignedInPlayer } from '../support/signed-in-players';

const MINUTES = 60_000;
const PLAYERS = 12;
const ACKNOWLEDGED = isLong ? 2_000 : 60;
/** Far fewer than two processes have connections, so that each gets one after the other. */
const SERVER_CONNECTIONS = 6;
const LIMITS = { statement_timeout: '15s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' } as const;

describe.runIf(isTested('pgbouncer'))('PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let name: string;
  beforeAll(async () => {
    database = await testDatabase();
    name = new URL(database.databaseUrl).pathname.slice(1);
  });
  afterAll(() => database.close());

  async function start(ignored = ''): Promise<string> {
    const pgbouncer = await startPgbouncer(name, { size: SERVER_CONNECTIONS, ignored });
    afterTest(() => pgbouncer.stop());
    return pgbouncer.databaseUrl;
  }
  const doctorOf = async (databaseUrl: string, prepared: 'on' | 'off'): Promise<string[]> => {
    const env = { DATABASE_URL: databaseUrl, DB_PREPARED: prepared, DATA_DIR: await makeTemporaryDirectory() };
    const findings = await examine({ env, now: () => new Date(), log: () => undefined });
    return findings.filter(({ topic }) => ['pooler', 'database'].includes(topic)).map(({ topic, state, says }) => `${topic} ${state}: ${says}`);
  };
  const setLimits = async (): Promise<void> => {
    for (const [setting, value] of Object.entries(LIMITS)) await database.pool.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET ${setting} = '${value}'`);
  };

  it('is refused with DB_PREPARED=on, because the limits of a connection would stay with whoever gets it next', async () => {
    const pool = createPool({ connectionString: await start() }, () => undefined);
    afterTest(() => pool.end());
    await expect(pool.query('SELECT 1')).rejects.toThrow('unsupported startup parameter');
  });

  it('loses named statements, which is why DB_PREPARED=off sends none', async () => {
    const databaseUrl = await start('statement_timeout,lock_timeout,idle_in_transaction_session_timeout');
    const sendAll = async (isPrepared: boolean): Promise<Set<string>> => {
      const pool = createPool({ connectionString: databaseUrl, max: 20 }, () => undefined, { isPrepared });
      afterTest(() => pool.end());
      // Many at a time, so that the connections go round.
      const answers = Array.from({ length: 400 }, () => pool.query({ name: 'three', text: 'SELECT $1::int AS three', values: [3] }).then(() => 'ok', (error: unknown) => (error instanceof pg.DatabaseError ? error.code ?? '' : String(error))));
      return new Set(await Promise.all(answers));
    };
    // 26000: there is no statement of this name. 42P05: there is one already.
    expect([...(await sendAll(true))].filter((code) => ['26000', '42P05'].includes(code))).not.toEqual([]);
    expect([...(await sendAll(false))]).toEqual(['ok']);
  });

  it('is seen by the doctor, and that the role lacks time limits', async () => {
    const databaseUrl = await start('statement_timeout,lock_timeout,idle_in_transaction_session_timeout');
    expect(await doctorOf(databaseUrl, 'on')).toContainEqual(expect.stringMatching(/^pooler warning: a pooler stands before PostgreSQL.* DB_PREPARED=off/));
    expect(await doctorOf(databaseUrl, 'off')).toContainEqual(expect.stringMatching(/^pooler wrong: .*ALTER ROLE … SET lock_timeout = '5s'/));
    expect(await doctorOf(database.databaseUrl, 'on')).toEqual([expect.stringMatching(/^database good/)]);
    await setLimits();
    await database.pool.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET client_min_messages = error`);
    expect(await doctorOf(await start(), 'off')).toContainEqual(expect.stringMatching(/^pooler wrong: .*client_min_messages = error/));
    await database.pool.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET client_min_messages`);
    const other = await start();
    expect(await doctorOf(other, 'off')).toContainEqual('pooler good: statements have no names, and the role has the time limits');
    expect(await doctorOf(database.databaseUrl, 'off')).toContainEqual(expect.stringMatching(/^pooler warning: DB_PREPARED is off, and no pooler/));
  });

  it(`two processes play and pay through ${SERVER_CONNECTIONS} connections, and leave nothing at them`, { timeout: 20 * MINUTES }, async () => {
    await setLimits();
    const cashier = makeCashier(database.pool);
    const players = await Promise.all(Array.from({ length: PLAYERS }, async () => {
      const player = await makeSignedInPlayer(database.pool);
      const { reference } = await cashier.start(player.userId, 1_000_000.01);
      await cashier.notify(cashier.notificationBody(reference));
      return player;
    }));
    const databaseUrl = await start();
    const processes = await Promise.all([0, 1].map(async () => startPlatformProcess({ DATABASE_URL: databaseUrl, DB_PREPARED: 'off', DATA_DIR: await makeTemporaryDirectory(), PORT: '0' })));
    for (const each of processes) afterTest(async () => {
      each.signal('SIGTERM');
      await each.ended;
    });
    const urls = await Promise.all(processes.map(({ url }) => url));
    const acknowledged: AcknowledgedCall[] = [];
    const isOver = (): boolean => acknowledged.length >= ACKNOWLEDGED;
    await Promise.all(urls.map((url, at) => playAndPay(url, players.filter((_, n) => n % 2 === at), isOver, acknowledged, `process-${at}`)));

    const { rows } = await database.pool.query<{ key: string; answer: string }>('SELECT user_id, key, answer FROM operation WHERE state = $1', ['done']);
    const answers = new Map(rows.map(({ key, answer }) => [key, answer]));
    expect(acknowledged.filter(({ key, text }) => answers.get(key) !== text)).toEqual([]);
    expect(new Set(acknowledged.map(({ kind }) => kind))).toEqual(new Set(['round', 'deposit']));
    expect(await findViolations(database.pool, MONEY_INVARIANTS)).toEqual([]);

    // All connections of the server at once: each has what the role has, and nothing more.
    const through = createPool({ connectionString: databaseUrl, max: SERVER_CONNECTIONS }, () => undefined, { isPrepared: false });
    afterTest(() => through.end());
    const clients = await Promise.all(Array.from({ length: SERVER_CONNECTIONS }, () => through.connect()));
    for (const client of clients) await client.query('BEGIN');
    const settings = await Promise.all(clients.map(async (client) => {
      const { rows: [row] } = await client.query<Record<string, string>>(
        `SELECT pg_backend_pid()::text AS pid, current_setting('synchronous_commit') AS synchronous_commit, current_setting('TimeZone') AS time_zone,
                current_setting('statement_timeout') AS statement_timeout, (SELECT count(*) FROM pg_prepared_statements)::text AS prepared`,
      );
      return row;
    }));
    for (const client of clients) {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(new Set(settings.map((each) => each?.['pid'])).size).toBe(SERVER_CONNECTIONS);
    for (const each of settings) expect(each).toMatchObject({ synchronous_commit: expect.any(String), time_zone: 'UTC', statement_timeout: '15s', prepared: '0' });
    expect(new Set(settings.map((each) => each?.['synchronous_commit'])).size).toBe(1);
  });
});
