/** The doctor: one line for each thing it looks at, and an exit code for scripts. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { markAsRestored } from '../../server/tools/backup/restore-backup';
import { examine } from '../../server/tools/doctor/examine';
import type { Finding } from '../../server/tools/doctor/finding';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeTemporaryDirectory } from '../support/embedded';
import { runBuiltCommand, runOperatorCommand } from '../support/operator-command';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const databaseName = (): string => new URL(database.databaseUrl).pathname.slice(1);

type Env = Readonly<Record<string, string>>;
const now = (): Date => new Date();
const look = (env: Env, at = now): Promise<Finding[]> =>
  examine({ env: { DATABASE_URL: database.databaseUrl, ...env }, now: at, log: () => undefined });
/** The findings about one topic as `state: words`. */
const about = async (topic: string, env: Env, at = now): Promise<string[]> =>
  (await look(env, at)).filter((finding) => finding.topic === topic).map(({ state, says }) => `${state}: ${says}`);

describe('the doctor', () => {
  it('writes one line for each thing, and ends with 0 while nothing is wrong', async () => {
    const dataDir = await makeTemporaryDirectory();
    const { code, stdout } = await runOperatorCommand('doctor', [], {
      DATABASE_URL: database.databaseUrl, DATA_DIR: dataDir, FIELD_KEY_FILE: inject('ayoFieldKeyFile'),
    });
    expect(stdout.trimEnd().split('\n').map((line) => /^(?:ok {5}|WARNING|WRONG {2}) ([^:]+): /.exec(line)?.[1]))
      .toEqual(['configuration', 'secrets', 'gateways', 'site', 'operator', 'places', 'database', 'clock', 'guards', 'sealed fields', 'backup', 'promotions', 'payouts']);
    expect(code).toBe(0);
  });

  it('ends with 2 where something is wrong, and says all that is wrong with the configuration', async () => {
    expect(await runBuiltCommand('doctor', [], { PORT: 'x', HOST: '?' })).toMatchObject({ code: 2, stdout: expect.stringMatching(/^WRONG {3}configuration: .+\nWRONG {3}configuration: .+\n$/) });
  });

  it('notices a secret that others can read', async () => {
    const dataDir = await makeTemporaryDirectory();
    await mkdir(path.join(dataDir, 'secrets'));
    const file = path.join(dataDir, 'secrets', 'seed-keys');
    await writeFile(file, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
    expect(await about('secrets', { DATA_DIR: dataDir })).toEqual([expect.stringMatching(/^good: .*seed-keys/)]);
    await chmod(file, 0o640);
    expect(await about('secrets', { DATA_DIR: dataDir })).toEqual([expect.stringMatching(/^wrong: others can read/)]);
    expect(await about('secrets', { DATA_DIR: await makeTemporaryDirectory(), SEED_KEY_FILE: '/nowhere/keys' })).toEqual(['wrong: /nowhere/keys is not there']);
  });

  it('notices keys for tests beside live ones, and never prints a key', async () => {
    const [live, test] = ['sk_live_abcdef123', 'sk_test_abcdef123'];
    const mixed = await about('gateways', { PAYSTACK_SECRET_KEY: live, PAYSTACK_PREVIOUS_SECRET_KEY: test });
    expect(mixed).toEqual([expect.stringMatching(/^wrong: one of Paystack's keys is live/)]);
    expect(mixed.join()).not.toContain('abcdef123');
    expect(await about('gateways', { PAYSTACK_SECRET_KEY: live })).toEqual(["good: Paystack's key is live"]);
    expect(await about('gateways', { PAYSTACK_SECRET_KEY: test })).toEqual(["good: Paystack's key is for tests"]);
  });

  it('notices a site without TLS, and a proxy that nobody believes', async () => {
    expect(await about('site', { PUBLIC_URL: 'http://ayo.example' })).toEqual([expect.stringMatching(/^wrong: .*not https/)]);
    expect(await about('site', { PUBLIC_URL: 'http://127.0.0.1:8080' })).toEqual([expect.stringMatching(/^good/)]);
    // Nothing listens on this port.
    const secure = await look({ PUBLIC_URL: 'https://127.0.0.1:9' });
    expect(secure.filter(({ topic }) => ['site', 'TLS'].includes(topic)).map(({ state, says }) => `${state}: ${says}`)).toEqual([
      expect.stringMatching(/^wrong: 127\.0\.0\.1:9 can't be reached safely/), expect.stringMatching(/^wrong: TRUST_PROXY is not set/),
    ]);
  });

  it('names the facts about the operator that are still to be filled in, because players are not shown them', async () => {
    expect(await about('operator', {})).toEqual([expect.stringMatching(/^warning: to be filled in in src\/core\/brand\.ts: \[registered name of the operator\], .*\[licence number and licensing body\]/)]);
  });

  it('notices a clock that is not the database’s, or was set back', async () => {
    expect(await about('clock', {})).toEqual([expect.stringMatching(/^good/)]);
    const late = () => new Date(Date.now() - 3_600_000);
    expect(await about('clock', {}, late)).toContainEqual(expect.stringMatching(/^wrong: it is 36\d\d s away from the database's/));
  });

  it('notices a guard that is missing, a file of places that can’t be read, payouts that are off, and a database that is away', async () => {
    expect(await about('guards', {})).toEqual([expect.stringMatching(/^good/)]);
    await database.pool.query('ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_not_emptied');
    expect(await about('guards', {})).toEqual([expect.stringMatching(/^wrong: .*TRUNCATE of the entries/)]);
    await database.pool.query('ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_not_emptied');
    expect(await about('places', { PLACES_FILE: '/nowhere.json' })).toEqual([expect.stringMatching(/^wrong: PLACES_FILE names/)]);
    await markAsRestored(database.pool, new Date(Date.now() - 60_000), now());
    expect(await about('payouts', {})).toEqual([expect.stringMatching(/^warning: they are off/)]);
    expect(await about('database', { DATABASE_URL: 'postgresql://ayo@127.0.0.1:9/ayo' })).toEqual([expect.stringMatching(/^wrong/)]);
  });

  it('does not take an archived log for a backup', async () => {
    const { pool } = database;
    await pool.query(`CREATE SCHEMA seen; CREATE TABLE seen.pg_stat_archiver AS SELECT now() AS last_archived_time, NULL::timestamptz AS last_failed_time`);
    await pool.query(`ALTER ROLE ayo IN DATABASE ${databaseName()} SET search_path = seen, pg_catalog, public`);
    expect(await about('backup', {})).toEqual([expect.stringMatching(/^warning: the log is archived, but only the tool/)]);
    expect(await about('log archive', {})).toEqual(['good: the newest is 0.0 hours old']);
    await pool.query(`UPDATE seen.pg_stat_archiver SET last_failed_time = now()`);
    expect(await about('log archive', {})).toEqual([expect.stringMatching(/^wrong: archiving fails/)]);
    await pool.query(`ALTER ROLE ayo IN DATABASE ${databaseName()} RESET search_path`);
  });

  it('notices a role that hides warnings', async () => {
    expect(await about('warnings', {})).toEqual([]);
    await database.pool.query(`ALTER ROLE ayo IN DATABASE ${databaseName()} SET client_min_messages = error`);
    expect(await about('warnings', {})).toEqual([expect.stringMatching(/^warning: the role's client_min_messages is error/)]);
    await database.pool.query(`ALTER ROLE ayo IN DATABASE ${databaseName()} RESET client_min_messages`);
  });

  it('says how old the newest backup is', async () => {
    expect(await about('backup', {})).toEqual([expect.stringMatching(/^warning/)]);
    const take = (hours: number) => database.pool.query(
      `INSERT INTO backup_taken (started_at, covered_until, finished_at, bytes) SELECT at, at, at, 1 FROM (SELECT now() - $1 * interval '1 hour' AS at) t`, [hours],
    );
    for (const [hours, state] of [[200, 'wrong'], [30, 'warning'], [2, 'good']] as const) {
      await take(hours);
      expect(await about('backup', {})).toEqual([`${state}: the newest is ${hours.toFixed(1)} hours old`]);
    }
  });
});
