/** pgBackRest with the shipped configuration: a full backup, the archive of the log after it, and both put back into an empty place. */
import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { createPool } from '../../server/db/database';
import { DATABASE, ROLE, superuserConfig } from '../../server/db/embedded/bootstrap';
import { programOptions, runProgram } from '../../server/db/embedded/run-program';
import { migrate } from '../../server/db/migrate';
import { readPayoutSwitch } from '../../server/cashier';
import { adapt, readDeployFile } from '../support/deploy-files';
import { makeCashier } from '../support/deposits';
import { afterTest, makeTemporaryDirectory } from '../support/embedded';
import { registerTestFieldKey } from '../support/field-keys';
import { postgresUser, startInstalledPostgres } from '../support/installed-postgres';
import type { InstalledPostgres } from '../support/installed-postgres';
import { runBuiltCommand } from '../support/operator-command';
import { makePlayer } from '../support/players';
import { findProgram, requireProgram } from '../support/programs';
import { isLong } from '../support/seeds';
import { registerTestKey } from '../support/seed-keys';

const MINUTES = 60_000;
const BIN = '/usr/lib/postgresql/15/bin';
const MIGRATIONS = new URL('../../server/db/migrations/', import.meta.url);
const isHere = findProgram('pgbackrest') !== null && (await stat(BIN).then(() => true, () => false));

it.runIf(isLong || isHere)('puts everything back that was acknowledged before the last file of the log was archived', { timeout: 10 * MINUTES }, async () => {
  const program = requireProgram('pgbackrest');
  const user = await postgresUser();
  const folder = await makeTemporaryDirectory(0o755);
  const place = async (name: string): Promise<string> => {
    const made = path.join(folder, name);
    await mkdir(made, { recursive: true });
    if (user !== undefined) await chown(made, user.uid, user.gid);
    return made;
  };
  const [repository, logs, locks] = [await place('repository'), await place('logs'), await place('locks')];

  /** Writes the configuration for a data directory; returns how pgBackRest is called with it. */
  async function configure(name: string, data: string, sockets: string): Promise<readonly string[]> {
    const file = path.join(folder, `${name}.conf`);
    await writeFile(file, adapt(await readDeployFile('pgbackrest.conf'), {
      'repo1-path=/var/lib/pgbackrest': `repo1-path=${repository}`, 'repo1-cipher-pass=CHANGE-ME': 'repo1-cipher-pass=a pass phrase of the test',
      'log-path=/var/log/pgbackrest': `log-path=${logs}\nlock-path=${locks}`,
      'pg1-path=/var/lib/postgresql/15/ayo': `pg1-path=${data}`, 'pg1-socket-path=/var/run/postgresql': `pg1-socket-path=${sockets}`,
    }));
    return [`--config=${file}`, '--stanza=ayo'];
  }
  const backrest = async (args: readonly string[]): Promise<void> => {
    expect(await runProgram(program, args, programOptions('/', user)), args.join(' ')).toMatchObject({ code: 0 });
  };
  const poolOf = ({ endpoint }: InstalledPostgres): pg.Pool => {
    const pool = createPool({ ...superuserConfig(endpoint, DATABASE), user: ROLE, max: 4 }, () => undefined);
    afterTest(() => pool.end());
    return pool;
  };
  const asSuperuser = async (server: InstalledPostgres, ...statements: string[]): Promise<void> => {
    const client = new pg.Client(superuserConfig(server.endpoint, 'postgres'));
    await client.connect();
    for (const each of statements) await client.query(each);
    await client.end();
  };

  const configFile = path.join(folder, 'server.conf');
  const server = await startInstalledPostgres(BIN, {
    settings: { archive_mode: 'on', archive_command: `${program} --config=${configFile} --stanza=ayo archive-push %p` },
  });
  afterTest(() => server.stop());
  const options = await configure('server', server.data, server.endpoint.host);
  await asSuperuser(server, `CREATE ROLE ${ROLE} LOGIN`, `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  const pool = poolOf(server);
  await migrate(pool, MIGRATIONS);
  await registerTestKey(pool);
  await registerTestFieldKey(pool);
  await backrest([...options, 'stanza-create']);
  await backrest([...options, 'check']);

  const cashier = makeCashier(pool);
  const userId = await makePlayer(pool);
  const payIn = async (): Promise<string> => {
    // An amount that ends in .01 is paid at once.
    const { reference, depositId } = await cashier.start(userId, 500.01);
    await cashier.notify(cashier.notificationBody(reference));
    return depositId;
  };
  const before = [await payIn(), await payIn()];
  await backrest([...options, '--type=full', 'backup']);
  const after = [await payIn(), await payIn()];
  const coveredUntil = new Date();
  await asSuperuser(server, 'SELECT pg_switch_wal()');
  // Waits until what was switched away is in the repository.
  await backrest([...options, 'check']);
  await payIn();

  const restored = await startInstalledPostgres(BIN, {
    fill: async (data) => {
      await backrest([...(await configure('restored', data, path.dirname(data))), 'restore']);
    },
  });
  afterTest(() => restored.stop());
  const copy = poolOf(restored);
  await expect.poll(async () => (await copy.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).rows[0]?.is, { timeout: MINUTES }).toBe(false);
  const { rows } = await copy.query<{ deposit_id: string }>(`SELECT deposit_id FROM deposit WHERE state = 'success'`);
  expect(rows.map((row) => row.deposit_id)).toEqual(expect.arrayContaining([...before, ...after]));

  const url = new URL(`postgresql://${ROLE}@localhost/${DATABASE}`);
  url.searchParams.set('host', restored.endpoint.host);
  const env = { DATABASE_URL: url.href, DATA_DIR: await makeTemporaryDirectory(), SEED_KEY_FILE: inject('ayoSeedKeyFile') };
  expect(await runBuiltCommand('restore', ['--mark', coveredUntil.toISOString()], env)).toMatchObject({ code: 0 });
  expect((await readPayoutSwitch(copy)).isOn).toBe(false);
  const rehearsal = await runBuiltCommand('backup:rehearse', ['--database'], env);
  expect(rehearsal).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(?:ok .*\n){4}$/) });
  expect(rehearsal.stdout).toContain('invariants hold');
});
