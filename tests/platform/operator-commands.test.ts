/** The operator's commands with their options, started as an operator starts them: what is printed, and how they end. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAudit } from '../../server/audit';
import { transaction } from '../../server/db/transaction';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { runBuiltCommand, runOperatorCommand } from '../support/operator-command';
import type { CommandResult } from '../support/operator-command';
import { makePlayer } from '../support/players';

const RECONCILE = 'node --import tsx server/tools/reconcile.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const env = () => ({ DATABASE_URL: database.databaseUrl });
const run = (command: string, ...args: string[]): Promise<CommandResult> => runOperatorCommand(command, args, env());
const runBuilt = (command: string, ...args: string[]): Promise<CommandResult> => runBuiltCommand(command, args, env());

describe('audit:verify', () => {
  async function writeLine(subject: string): Promise<void> {
    const userId = await makePlayer(database.pool, { role: 'admin' });
    const line = { at: new Date('2026-11-22T09:00:00Z'), userId, action: 'game-changed', subject, before: null, after: {} } as const;
    await transaction(database.pool, (tx) => writeAudit(tx, line));
  }

  it('says where the trail ends, and compares a longer trail with that end', async () => {
    await writeLine('dice');
    const first = await run('audit:verify');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const noted = /It ends at (1:[0-9a-f]{64})\n$/.exec(first.stdout)?.[1] ?? '';
    await writeLine('mines');
    expect(await runBuilt('audit:verify', '--noted', noted)).toMatchObject({ code: 0, stdout: expect.stringContaining('2 lines. It ends at 2:'), stderr: '' });
  });

  it('ends with 2 where the trail does not contain the end that was noted', async () => {
    const other = await runBuilt('audit:verify', '--noted', `1:${'0'.repeat(64)}`);
    expect(other).toMatchObject({ code: 2, stdout: expect.stringContaining('The audit trail is broken at line 1.') });
  });

  it('says how it is used where what was noted is no end of a trail', async () => {
    expect(await runBuilt('audit:verify', '--noted', '120:9f3a')).toEqual({
      code: 1, stdout: '',
      stderr: 'Usage: npm run audit:verify [-- --noted LINES:HASH]\n--noted is where a trail ended, as this command says it.\n',
    });
  });
});

describe('reconcile', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ayo-statement-'));
    file = join(folder, 'statement.csv');
    await writeFile(file, 'reference,direction,amount,currency,state,at\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('compares a statement without lines where its gateway and its time are given', async () => {
    const ran = await run(RECONCILE, file, '--gateway', 'simulator', '--from', '2026-11-01', '--to', '2026-12-01T00:00:00Z');
    expect(ran).toEqual({ code: 0, stdout: '0 lines of simulator, 0 differences, 0 of them new.\n', stderr: '' });
    const { rows } = await database.pool.query<Record<string, unknown>>('SELECT gateway, from_at AS "from", to_at AS "to" FROM reconciliation');
    expect(rows).toEqual([{ gateway: 'simulator', from: new Date('2026-11-01'), to: new Date('2026-12-01') }]);
  });

  it('asks for the time of a statement without lines, and refuses what is no time', async () => {
    expect(await runBuilt(RECONCILE, file)).toMatchObject({ code: 1, stderr: 'The statement has no lines: say its time with --from and --to.\n' });
    expect(await runBuilt(RECONCILE, file, '--from', 'yesterday')).toMatchObject({ code: 1, stderr: expect.stringContaining('--from is "yesterday"') });
  });
});

describe('promotions:cost', () => {
  it('computes the promotions of the database with --database', async () => {
    await database.pool.query(`UPDATE promotion SET name = 'Sunday giveaway' WHERE promotion_id = 'giveaway'`);
    const ran = await run('promotions:cost', '--database');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^Sunday giveaway /m);
  });
});

describe('games:stream', () => {
  it('writes as many bytes of the seeds as it is asked for', async () => {
    const { code, stdout } = await run('games:stream', 'ab'.repeat(32), 'stream', '3');
    expect([code, stdout.length]).toEqual([0, 3]);
  });

  it('says how it is used without a server seed', async () => {
    expect(await runBuilt('games:stream')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('games:stream SERVER_SEED') });
  });
});

describe('a command on a database of another Ayo', () => {
  it('refuses one that needs a newer Ayo, and one that this Ayo has not brought up to date yet', async () => {
    const other = await testDatabase();
    const runThere = () => runBuiltCommand('audit:verify', [], { DATABASE_URL: other.databaseUrl });
    try {
      await other.pool.query("INSERT INTO schema_migration (number, name, checksum, min_reader) VALUES (9000, '9000_of_a_newer_ayo', '', 9000)");
      expect(await runThere()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^The database belongs to a newer Ayo.+\n$/) });
      await other.pool.query('DELETE FROM schema_migration WHERE number >= (SELECT max(number) FROM schema_migration WHERE number < 9000)');
      expect(await runThere()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^The database is older than this Ayo.+\n$/) });
    } finally {
      await other.close();
    }
  });
});
