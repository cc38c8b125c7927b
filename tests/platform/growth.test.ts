/**
 * A large ledger costs what a small one does: the start reads none of it, the jobs read what is due, and the check of everything goes in slices
 * of a few thousand rows. `AYO_LONG=1` makes a ledger of a million entries.
 */
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Pool } from 'pg';
import { playRound } from '../../src/core/contract/games';
import { startJobs } from '../../server/jobs';
import { takeMark, isMarkFinal } from '../../server/ledger/checkpoint';
import { walkInvariants } from '../../server/ledger/walk';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { WATCHED_INVARIANTS, createCheckpointRun } from '../../server/money-watch';
import { start } from '../../server/start';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { FILLED_TABLES, addLargeLedger } from '../support/large-ledger';
import { testPlatform } from '../support/platform';
import { countRowsRead, recordStatements } from '../support/query-plans';
import type { CountedStatement, Statement } from '../support/query-plans';
import { richPlayer } from '../support/rich-players';
import { isLong } from '../support/seeds';
import { ROOT } from '../support/stages.mjs';

const FROM = new Date('2026-08-01T00:00:00Z');
const FEW = { players: 20, rounds: 20, from: FROM, days: 90 };
const MANY = isLong ? { players: 2_000, rounds: 200, from: FROM, days: 90 } : { players: 400, rounds: 20, from: FROM, days: 90 };
/** A statement may read so many rows more of a large ledger than of a small one; a table that is read whole has thousands. */
const SLACK = 50;
/** No statement of a slice reads more. A slice has 5,000 entries, and looks each of them up in a few tables. */
const SLICE_ROWS = 60_000;

interface Stage {
  readonly database: TestDatabase;
  readonly entries: number;
  readonly jobs: readonly CountedStatement[];
  readonly startSeconds: number;
  /** Rows that the start read without an index, by table. */
  readonly scanned: ReadonlyMap<string, number>;
}

/** Reads how many rows each table has given to scans of all of it. */
async function readScans(pool: Pool): Promise<Map<string, number>> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ table_name: string; total: number }>('SELECT relname AS table_name, coalesce(seq_tup_read, 0)::bigint AS total FROM pg_stat_user_tables');
  return new Map(rows.map(({ table_name, total }) => [table_name, total]));
}

async function startOn({ pool, databaseUrl }: TestDatabase): Promise<Pick<Stage, 'startSeconds' | 'scanned'>> {
  const before = await readScans(pool);
  const beginMs = performance.now();
  const running = await start({
    appDir: '/no/such/folder', migrations: path.join(ROOT, 'server/db/migrations'), logStream: new PassThrough().resume(),
    env: { PORT: '0', DATABASE_URL: databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile') },
  });
  const startSeconds = (performance.now() - beginMs) / 1_000;
  // Its connections hand in their counts when they end.
  await running.stop();
  const after = await readScans(pool);
  return { startSeconds, scanned: new Map([...after].map(([table, total]) => [table, total - (before.get(table) ?? 0)])) };
}

/** Lets every job run once, and counts what its statements read. */
async function runJobs(database: TestDatabase): Promise<readonly CountedStatement[]> {
  const recorder = recordStatements(database.pool);
  const ayo = await testPlatform({ database, pool: recorder.pool, startMs: Date.parse('2026-11-02T10:00:00.000Z') });
  const player = await richPlayer(ayo);
  const userId = userIdOf(player);
  const { status } = await player.call(playRound, { params: { userId, gameId: 'adire-gold' }, key: newKey(), body: { stake: 100, currency: 'NGN', bet: {} } });
  expect(status).toBe(201);
  // Other test files use the same server, and what they have open must have ended before the checkpoint moves.
  const mark = await takeMark(database.pool);
  await vi.waitFor(async () => expect(await isMarkFinal(database.pool, mark)).toBe(true), { timeout: 60_000, interval: 50 });
  const statements = await recorder.during(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopJobs = startJobs(ayo.platform);
    vi.advanceTimersByTime(24 * 60 * 60_000);
    await stopJobs();
    vi.useRealTimers();
  });
  const counted = await countRowsRead(database.pool, statements);
  await ayo.close();
  return counted;
}

async function makeStage(size: typeof FEW): Promise<Stage> {
  const database = await testDatabase();
  const entries = await addLargeLedger(database.pool, size);
  const run = createCheckpointRun({ pool: database.pool, now: () => new Date(), log: () => undefined });
  // A million entries are two runs.
  await vi.waitFor(async () => expect(await run()).toBe(true), { timeout: 30 * 60_000, interval: 50 });
  await database.pool.query('UPDATE ledger_checkpoint SET full_checked_at = now()');
  await database.pool.query(`VACUUM (ANALYZE) ${FILLED_TABLES}`);
  const started = await startOn(database);
  await database.pool.query(`UPDATE ledger_checkpoint SET full_checked_at = '2026-11-02T10:00:00Z'`);
  return { database, entries, ...started, jobs: await runJobs(database) };
}

let few: Stage;
let many: Stage;
/** The tables that grow with the ledger. */
let grown: ReadonlySet<string>;
beforeAll(async () => {
  few = await makeStage(FEW);
  many = await makeStage(MANY);
  const { rows } = await many.database.pool.query<{ relname: string }>(`SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= $1`, [MANY.players * MANY.rounds / 2]);
  grown = new Set(rows.map(({ relname }) => relname));
}, 60 * 60_000);
afterAll(async () => {
  await few.database.close();
  await many.database.close();
});

describe('a start on a large ledger', () => {
  it('reads nothing of it without an index, and so listens as soon as on a small one', () => {
    console.info(`listening after ${few.startSeconds.toFixed(2)} s with ${few.entries} entries, after ${many.startSeconds.toFixed(2)} s with ${many.entries}`);
    expect([...grown]).toEqual(expect.arrayContaining(['ledger_entry', 'ledger_transaction', 'round', 'operation']));
    // A guard is proved on the first row that there is.
    expect([...many.scanned].filter(([table, total]) => grown.has(table) && total > SLACK)).toEqual([]);
  });
});

describe('the jobs', () => {
  it('read no more rows of a large ledger than of a small one', () => {
    const most = new Map<string, number>();
    for (const { text, rowsRead } of few.jobs) most.set(text, Math.max(most.get(text) ?? 0, rowsRead));
    expect(many.jobs.length).toBeGreaterThan(20);
    const dearer = many.jobs.filter(({ text, rowsRead }) => rowsRead > (most.get(text) ?? 0) + SLACK);
    expect(dearer.map(({ text, rowsRead }) => `${rowsRead} rows, not ${most.get(text) ?? 0}: ${text}`)).toEqual([]);
    const total = (jobs: readonly CountedStatement[]) => jobs.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    console.info(`the jobs read ${total(few.jobs)} rows with ${few.entries} entries, ${total(many.jobs)} with ${many.entries}`);
  });

  it('read no table whole that grows with the ledger', () => {
    expect(many.jobs.filter(({ rowsRead, fullScans }) => rowsRead > SLACK && fullScans.some((table) => grown.has(table)))).toEqual([]);
  });
});

describe('the check of everything', () => {
  it('reads a bounded number of rows with each statement, and finds a large ledger in order', async () => {
    const recorder = recordStatements(many.database.pool);
    const statements: Statement[] = [];
    let longest = 0;
    let slices = 0;
    const beginMs = performance.now();
    let sliceBeginMs = beginMs;
    const work = async () => {
      const found = await walkInvariants(recorder.pool, [...MONEY_INVARIANTS, ...WATCHED_INVARIANTS], {
        onSlice: () => {
          longest = Math.max(longest, performance.now() - sliceBeginMs);
          sliceBeginMs = performance.now();
          slices += 1;
          return Promise.resolve();
        },
      });
      // Money that the test gave belongs to no deposit.
      expect(found.map(({ rule }) => rule)).toEqual(['every credit of a deposit belongs to a deposit that succeeded']);
    };
    statements.push(...await recorder.during(work));
    const seconds = ((performance.now() - beginMs) / 1_000).toFixed(1);
    // Each form of a statement with values from the beginning, the middle and the end.
    const byText = new Map<string, Statement[]>();
    for (const statement of statements) byText.set(statement.text, [...byText.get(statement.text) ?? [], statement]);
    const sample = [...byText.values()].flatMap((all) => all.filter((_, index) => [0, Math.floor(all.length / 2), all.length - 1].includes(index)));
    const counted = await countRowsRead(many.database.pool, sample);
    const most = Math.max(...counted.map(({ rowsRead }) => rowsRead));
    console.info(`everything: ${slices} slices in ${seconds} s, the longest ${(longest / 1_000).toFixed(2)} s; no statement read more than ${most} rows of ${many.entries} entries`);
    expect(counted.filter(({ rowsRead }) => rowsRead > SLICE_ROWS)).toEqual([]);
  }, 60 * 60_000);
});
