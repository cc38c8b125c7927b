/** Backups that are taken while the product runs, and put back: nothing that was acknowledged before a backup's end is missing. */
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createPool, embeddedConfig } from '../../server/db/database';
import { startEmbedded } from '../../server/db/embedded/embedded';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { COUNTER_INVARIANTS, findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { readManifest } from '../../server/tools/backup/manifest';
import { rehearseBackup } from '../../server/tools/backup/rehearse-backup';
import { restoreBackup } from '../../server/tools/backup/restore-backup';
import { takeBackup } from '../../server/tools/backup/take-backup';
import { playAndPay } from '../support/acknowledged-calls';
import type { AcknowledgedCall } from '../support/acknowledged-calls';
import { makeCashier } from '../support/deposits';
import { makeMigratedDirectory, makeTemporaryDirectory } from '../support/embedded';
import { PROOFS } from '../support/money-model/proofs';
import { runBuiltCommand } from '../support/operator-command';
import { startForTest } from '../support/platform-process';
import { isLong } from '../support/seeds';
import { makeSignedInPlayer } from '../support/signed-in-players';
import type { SignedInPlayer } from '../support/signed-in-players';

const MIGRATIONS = new URL('../../server/db/migrations/', import.meta.url);
const MINUTES = 60_000;
const PLAYERS = isLong ? 20 : 6;
/** So many calls are acknowledged before the backup, and so many after it. */
const CALLS = isLong ? 1_000 : 60;
const PATIENCE_MS = (isLong ? 30 : 5) * MINUTES;
const now = (): Date => new Date();
const log = (): void => undefined;

async function withData<T>(dataDir: string, work: (pool: ReturnType<typeof createPool>) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir, log, sync: false });
  const pool = createPool(embeddedConfig(server), log);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Lets players of a data directory have money from deposits. */
async function makeRichPlayers(dataDir: string): Promise<readonly SignedInPlayer[]> {
  return withData(dataDir, async (pool) => {
    await fillCatalogue(pool);
    const cashier = makeCashier(pool);
    return Promise.all(Array.from({ length: PLAYERS }, async () => {
      const player = await makeSignedInPlayer(pool);
      const { reference } = await cashier.start(player.userId, 1_000_000.01);
      await cashier.notify(cashier.notificationBody(reference));
      return player;
    }));
  });
}

/** Takes a backup of a small database, which is not running. */
async function backUpSmallDatabase(): Promise<string> {
  const dataDir = await makeMigratedDirectory();
  const folder = path.join(await makeTemporaryDirectory(), 'backup');
  await takeBackup({ dataDir, folder, now, log });
  return folder;
}

describe('a backup of a running product', () => {
  it('has everything that was acknowledged before its end, and the restored ledger is balanced', { timeout: PATIENCE_MS }, async () => {
    const dataDir = await makeMigratedDirectory();
    const players = await makeRichPlayers(dataDir);
    const platform = startForTest({ DATA_DIR: dataDir });
    const url = await platform.url;
    const acknowledged: AcknowledgedCall[] = [];
    let isOver = false;
    const playing = playAndPay(url, players, () => isOver, acknowledged);
    const reach = (count: number) => expect.poll(() => acknowledged.length, { timeout: 2 * MINUTES, interval: 5 }).toBeGreaterThanOrEqual(count);
    await reach(CALLS);

    const folder = path.join(await makeTemporaryDirectory(), 'backup');
    const secrets = path.join(await makeTemporaryDirectory(), 'secrets');
    const env = { DATA_DIR: dataDir, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile') };
    const backup = await runBuiltCommand('backup', [folder, '--secrets', secrets], env);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    await reach(acknowledged.length + CALLS);
    platform.signal('SIGKILL');
    isOver = true;
    await Promise.all([platform.ended, playing]);

    const rehearsal = await runBuiltCommand('backup:rehearse', [folder, '--secrets', secrets, '--place', await makeTemporaryDirectory()], {});
    expect(rehearsal).toEqual({ code: 0, stdout: expect.stringMatching(/All \d+ invariants hold[^]*audit trail is whole[^]*statements of \d+ players are whole/), stderr: expect.any(String) });
    console.info(rehearsal.stdout);
    const restored = path.join(await makeTemporaryDirectory(), 'restored');
    expect(await runBuiltCommand('restore', [folder], { DATA_DIR: restored })).toEqual({
      code: 0, stdout: expect.stringContaining('Payouts are off'), stderr: expect.any(String),
    });
    const manifest = await readManifest(folder);
    const covered = acknowledged.filter(({ at }) => at < new Date(manifest.coveredUntil));
    await withData(restored, async (pool) => {
      const { rows } = await pool.query<{ key: string; answer: string }>('SELECT key, answer::text FROM operation');
      const answers = new Map(rows.map(({ key, answer }) => [key, answer]));
      expect(covered.filter(({ key }) => !answers.has(key))).toEqual([]);
      expect(await findViolations(pool, [...MONEY_INVARIANTS, ...COUNTER_INVARIANTS, ...PROOFS])).toEqual([]);
      expect((await pool.query('SELECT FROM session WHERE ended_at IS NULL')).rowCount).toBe(0);
      const { rows: kinds } = await pool.query<{ rounds: number }>('SELECT count(*)::int AS rounds FROM round');
      expect(kinds[0]?.rounds).toBeGreaterThan(0);
      console.info(`backup: ${covered.length} calls acknowledged before its end, all there; ${acknowledged.length - covered.length} later, ${rows.length} operations restored`);
    });
    expect(covered.length).toBeGreaterThanOrEqual(CALLS);
  });
});

describe('putting a backup back', () => {
  const restore = (folder: string, dataDir: string) => restoreBackup({ folder, dataDir, migrations: MIGRATIONS, now, log });

  it('happens in an empty place only, where the secrets may be already', { timeout: PATIENCE_MS }, async () => {
    const folder = await backUpSmallDatabase();
    const place = await makeTemporaryDirectory();
    await mkdir(path.join(place, 'secrets'));
    await restore(folder, place);
    expect((await readdir(place)).toSorted()).toEqual(['holder', 'pg', 'secrets']);
    await withData(place, async (pool) => {
      const { rows } = await pool.query('SELECT payouts_on_at FROM database_restore');
      expect(rows).toEqual([{ payouts_on_at: null }]);
    });
    await expect(restore(folder, place)).rejects.toThrow(/is not empty \(pg/);
  });

  it('refuses a backup that was not finished, or of which a byte has changed, and leaves the place empty', { timeout: PATIENCE_MS }, async () => {
    const folder = await backUpSmallDatabase();
    const archive = path.join(folder, 'database.tar');
    const place = await makeTemporaryDirectory();
    const bytes = await readFile(archive);
    const half = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(half) ^ 1, half);
    await writeFile(archive, bytes);
    await expect(restore(folder, place)).rejects.toThrow('is damaged');
    await truncate(archive, half);
    await expect(restore(folder, place)).rejects.toThrow('is damaged');
    await rm(path.join(folder, 'backup.json'));
    await expect(restore(folder, place)).rejects.toThrow('has no whole backup');
    expect(await readdir(place)).toEqual(['holder']);
  });

  it('finds the folder of a backup private, and takes no other backup into it', { timeout: PATIENCE_MS }, async () => {
    const folder = await backUpSmallDatabase();
    expect((await stat(folder)).mode & 0o077).toBe(0);
    for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).mode & 0o077, name).toBe(0);
    await expect(takeBackup({ dataDir: await makeTemporaryDirectory(), folder, now, log })).rejects.toThrow('is not empty');
    const other = path.join(await makeTemporaryDirectory(), 'other');
    await expect(takeBackup({ dataDir: await makeTemporaryDirectory(), folder: other, now, log })).rejects.toThrow('There is no database');
  });
});

describe('the rehearsal', () => {
  it('says which entry of a statement and which seed key is missing, and leaves no place behind', { timeout: PATIENCE_MS }, async () => {
    const dataDir = await makeMigratedDirectory();
    await makeRichPlayers(dataDir);
    await withData(dataDir, async (pool) => {
      await pool.query(`ALTER TABLE ledger_entry DISABLE TRIGGER USER`);
      await pool.query(`UPDATE ledger_entry SET at = at + interval '1 second' WHERE entry_id = (SELECT min(entry_id) FROM ledger_entry WHERE balance_after IS NOT NULL)`);
    });
    const folder = path.join(await makeTemporaryDirectory(), 'backup');
    await takeBackup({ dataDir, folder, now, log });
    const place = await makeTemporaryDirectory();
    const { isGood, steps } = await rehearseBackup({ folder, parent: place, seedKeyFile: undefined, migrations: MIGRATIONS, now, log });
    expect(isGood).toBe(false);
    expect(steps.filter((step) => !step.isGood).map(({ says }) => says)).toContainEqual(expect.stringMatching(/^The statement of \S+ is broken at entry 1 \(hash\)/));
    expect(await readdir(place)).toEqual([]);
  });
});
