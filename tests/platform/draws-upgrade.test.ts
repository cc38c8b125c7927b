/** Draws of the version before, brought up to date: those that are over stay checkable by rule 1, and the one that runs goes on by rule 2. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { runDraws } from '../../server/promotions/draws/run-draws';
import { readDraws, readProof } from '../../server/promotions/draws/published-draws';
import { drawByRule1 } from '../../src/core/draw';
import { checkDraw } from '../../src/core/draw-check';
import { commitOf } from '../../src/core/fairness/draws';
import { testDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import { DRAW_CLOSES } from '../support/draw-stage';
import { START } from '../support/money';
import { writeFirstCredit } from '../support/older-ledger';
import { makePlayer } from '../support/players';
import { registerTestKey } from '../support/seed-keys';
import { ROOT } from '../support/stages.mjs';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const [OVER, RUNS] = [hashOf('of a draw that is over'), hashOf('of a draw that runs')];
const PRIZES = [500_000, 100_000];

async function writeDraw(pool: Pool, drawId: string, seed: string, week: string): Promise<void> {
  await pool.query(
    `INSERT INTO draw (draw_id, promotion_id, week, opens_at, closes_at, seed, commit_hash, prizes, created_at)
     VALUES ($1, 'giveaway', $2::date, $2::date - interval '1 hour', $2::date + interval '6 days 19 hours', $3, $4, $5, $2::date - interval '5 hours')`,
    [drawId, week, seed, commitOf(seed), PRIZES],
  );
}

async function writeEntries(pool: Pool, drawId: string): Promise<string[]> {
  const { rows } = await pool.query<{ entry_id: string }>(
    `INSERT INTO draw_entry (entry_id, draw_id, user_id, at, person_hash) SELECT $1 || '-' || i.user_id, d.draw_id, i.user_id, d.opens_at, i.person_hash
     FROM identity i, draw d WHERE d.draw_id = $1 RETURNING entry_id`,
    [drawId],
  );
  return rows.map((row) => row.entry_id);
}

/** Draws as the version before did: the first that was drawn is passed over. */
async function drawAsBefore(pool: Pool, drawId: string, seed: string, entryIds: readonly string[]): Promise<void> {
  const [first = ''] = drawByRule1(seed, entryIds, 1).winners;
  const { winners } = drawByRule1(seed, entryIds, PRIZES.length, (entryId) => entryId !== first);
  await transaction(pool, async (tx) => {
    for (const [at, entryId] of winners.entries()) {
      const [userId, prize] = [entryId.slice(drawId.length + 1), PRIZES[at] ?? 0];
      const transactionId = await writeFirstCredit(tx, {
        userId, kind: 'bonus-credit', entryKind: 'bonus', from: 'bonus-cost', amount: prize, reference: drawId, at: new Date(START),
      });
      await tx.query('INSERT INTO draw_winner (draw_id, place, entry_id, user_id, prize, transaction_id) VALUES ($1, $2, $3, $4, $5, $6)', [drawId, at + 1, entryId, userId, prize, transactionId]);
    }
    await tx.query('UPDATE draw_entry SET passed_over = true WHERE entry_id = $1', [first]);
    await tx.query('UPDATE draw SET drawn_at = closes_at WHERE draw_id = $1', [drawId]);
  });
}

it('a draw that is over is checked by its own rule, and one that runs is frozen, drawn and paid once, with the commit that was published', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  const database = await testDatabase({ isMigrated: false });
  const { pool } = database;
  try {
    const all = path.join(ROOT, 'server/db/migrations');
    for (const name of (await readdir(all)).filter((each) => each < '0071')) await cp(path.join(all, name), path.join(folder, name));
    await migrate(pool, folder);
    const cashier = makeCashier(pool);
    const userIds = await Promise.all(Array.from({ length: 8 }, () => makePlayer(pool)));
    // Written as the version before did: today's check of an identity needs tables of today.
    await pool.query(
      `INSERT INTO identity (user_id, person_hash, gateway, kind, last_four, wording_version, verified_at)
       SELECT user_id, sha256(convert_to(user_id, 'UTF8')), 'simulator', 'nin', '0190', '2026-11', now() FROM unnest($1::text[]) user_id`,
      [userIds],
    );
    await writeDraw(pool, 'over', OVER, '2026-11-16');
    await drawAsBefore(pool, 'over', OVER, await writeEntries(pool, 'over'));
    await writeDraw(pool, 'runs', RUNS, '2026-11-23');
    await writeEntries(pool, 'runs');

    await migrate(pool, all);
    await registerTestKey(pool);
    expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
    const read = async (drawId: string) => {
      const draw = (await readDraws(pool, null, 10)).items.find((each) => each.drawId === drawId);
      if (draw === undefined) throw new Error(`there is no draw ${drawId}`);
      return draw;
    };
    const over = await read('over');
    expect(over).toMatchObject({ rules: 1, frozenAt: null, entriesHash: null, attempts: [], entries: 8 });
    const proof = await readProof(pool, 'over');
    expect([proof.rules, proof.decided, proof.passedOver?.length]).toEqual([1, undefined, 1]);
    expect(checkDraw(proof, over)).toBe('right');

    cashier.pass(Date.parse('2026-11-25T12:00:00Z') - START);
    await Promise.all(Array.from({ length: 4 }, () => runDraws(cashier.platform)));
    expect(await read('runs')).toMatchObject({ rules: 2, commit: commitOf(RUNS), attempts: [{ number: 1, source: 'platform' }], drawnAt: null });
    cashier.pass(Date.parse(DRAW_CLOSES) - Date.parse('2026-11-25T12:00:00Z'));
    await Promise.all(Array.from({ length: 4 }, () => runDraws(cashier.platform)));
    const ran = await read('runs');
    expect(ran).toMatchObject({ frozenAt: DRAW_CLOSES, drawnAt: DRAW_CLOSES, entries: 8 });
    expect(checkDraw(await readProof(pool, 'runs'), ran)).toBe('right');
    expect((await pool.query(`SELECT FROM ledger_transaction WHERE kind = 'bonus-credit'`)).rowCount).toBe(4);
    expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
