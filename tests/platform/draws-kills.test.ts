/** A process that is killed between freezing the entries and drawing, while others go on: the draw is held once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { readDraws, readProof } from '../../server/promotions/draws/published-draws';
import { checkDraw } from '../../src/core/draw-check';
import { commitOf } from '../../src/core/fairness/draws';
import { DRAW_OPENS, drawStage } from '../support/draw-stage';
import type { DrawStage } from '../support/draw-stage';
import { startPlatformProcess } from '../support/platform-process';
import type { PlatformProcess } from '../support/platform-process';
import { TEST_SEED_KEYS, registerTestKey } from '../support/seed-keys';

const PATIENCE_MS = 120_000;
const POLL = { timeout: PATIENCE_MS / 2, interval: 50 };
const ENTRIES = 9;
const DRAW_ID = 'draw-of-the-kill-00001';

let stage: DrawStage;
let pool: DrawStage['database']['pool'];
let folder: string;
const processes: PlatformProcess[] = [];
beforeAll(async () => {
  stage = await drawStage();
  ({ pool } = stage.database);
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-draw-'));
});
afterAll(async () => {
  for (const each of processes) each.signal('SIGTERM');
  await Promise.all(processes.map(({ ended }) => ended));
  await stage.database.close();
  await rm(folder, { recursive: true, force: true });
}, PATIENCE_MS);

function start(): PlatformProcess {
  const child = startPlatformProcess({ DATABASE_URL: stage.database.databaseUrl, DATA_DIR: folder, PORT: '0' });
  processes.push(child);
  return child;
}

/** Writes a draw that closed a second ago by the clock of the processes, and its entries. */
async function writeClosedDraw(userIds: readonly string[]): Promise<void> {
  await registerTestKey(pool);
  const keyId = TEST_SEED_KEYS.currentId;
  const commit = commitOf(await TEST_SEED_KEYS.seedOf(keyId, 'draw', DRAW_ID));
  await transaction(pool, async (tx) => {
    await tx.query(
      `INSERT INTO draw (draw_id, promotion_id, week, opens_at, closes_at, key_id, commit_hash, prizes, rules, created_at)
       VALUES ($1, 'giveaway', '2020-01-06', now() - interval '1 day', now() - interval '1 second', $2, $3, '{500000,200000,100000}', 2, now() - interval '1 day')`,
      [DRAW_ID, keyId, commit],
    );
    await tx.query(`INSERT INTO draw_attempt (draw_id, number, source, named_at) VALUES ($1, 1, 'platform', now())`, [DRAW_ID]);
    await tx.query(
      `INSERT INTO draw_entry (entry_id, draw_id, user_id, at, person_hash)
       SELECT 'e-' || user_id, $1, user_id, now() - interval '1 hour', person_hash FROM identity WHERE user_id = ANY($2)`,
      [DRAW_ID, userIds],
    );
  });
}

it('a draw whose process was killed with its entries frozen and its prizes half paid is held once by the others', { timeout: PATIENCE_MS }, async () => {
  stage.at(DRAW_OPENS);
  const userIds = await stage.makeVerified(ENTRIES);
  const first = start();
  await first.url;
  const gate = await pool.connect();
  try {
    // The first process can freeze, and stops where it writes its first winner, with a prize paid in the same transaction.
    await gate.query('BEGIN; LOCK TABLE draw_winner IN ACCESS EXCLUSIVE MODE');
    await writeClosedDraw(userIds);
    await expect.poll(() => isWaitingForWinners(), POLL).toBe(true);
    first.signal('SIGKILL');
    await first.ended;
    const { rows } = await pool.query<{ entries_hash: string | null; drawn_at: Date | null }>('SELECT entries_hash, drawn_at FROM draw WHERE draw_id = $1', [DRAW_ID]);
    expect(rows).toEqual([{ entries_hash: expect.stringMatching(/^[0-9a-f]{64}$/), drawn_at: null }]);
    expect((await stage.readPrizes()).size).toBe(0);
  } finally {
    await gate.query('ROLLBACK');
    gate.release();
  }
  const others = [start(), start()];
  await Promise.all(others.map(({ url }) => url));
  await expect.poll(async () => (await pool.query('SELECT FROM draw WHERE draw_id = $1 AND drawn_at IS NOT NULL', [DRAW_ID])).rowCount, POLL).toBe(1);
  expect([...(await stage.readPrizes()).values()].sort((a, b) => b - a)).toEqual([500_000, 200_000, 100_000]);
  expect((await pool.query(`SELECT FROM ledger_transaction WHERE kind = 'bonus-credit'`)).rowCount).toBe(3);
  const draw = (await readDraws(pool, null, 10)).items.find(({ drawId }) => drawId === DRAW_ID);
  expect(draw && checkDraw(await readProof(pool, DRAW_ID), draw)).toBe('right');
  expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
});

async function isWaitingForWinners(): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT FROM pg_locks WHERE relation = 'draw_winner'::regclass AND NOT granted AND mode = 'RowExclusiveLock'`);
  return (rowCount ?? 0) > 0;
}
