/**
 * A round sends all its reads at once, and its writes with COMMIT. So PostgreSQL itself must decide what a call does not wait for, and what is
 * not written.
 */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { readBalance } from '../../server/ledger/accounts';
import { lockPosting } from '../../server/ledger/lock';
import { planPosting } from '../../server/ledger/plan';
import type { Posting } from '../../server/ledger/post';
import { writePosting } from '../../server/ledger/write';
import type { Platform } from '../../server/platform';
import { minimumCycleMs } from '../../src/core/play-times';
import { kobo } from '../../src/core/money';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf, testMoney } from '../support/money';
import { playOneRound, tryRound } from '../support/played-rounds';
import { makeRichPlayer } from '../support/players';

const START_MS = Date.parse('2026-11-21T10:00:00Z');
const CYCLE_MS = minimumCycleMs('slots');

const database = fileDatabase({ seed: fillCatalogue });
let platform: Platform;
let nowMs = START_MS;
beforeEach(() => {
  nowMs = START_MS;
  platform = { ...testMoney(database.pool).platform, now: () => new Date(nowMs), randomBytes };
});

/** Seen from outside the transaction, in which it would not change. */
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Runs `work` while somebody else holds the player, their money and their seeds. Says whether it waited for one of them; then they let go. */
async function whileHeld<T>(userId: string, work: () => Promise<T>, key?: string): Promise<{ readonly value: T; readonly hasWaited: boolean }> {
  const progress = { isOver: false, hasWaited: false };
  const { running } = await transaction(database.pool, async (tx) => {
    await tx.query('SELECT FROM player WHERE user_id = $1 FOR UPDATE', [userId]);
    await tx.query('SELECT FROM ledger_account WHERE account_id = $1 FOR UPDATE', [`real:${userId}`]);
    const locks = [`seeds/${userId}`, ...(key === undefined ? [] : [`${userId}/${key}`])];
    for (const lock of locks) await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
    const begun = work().finally(() => (progress.isOver = true));
    while (!progress.isOver && !progress.hasWaited) progress.hasWaited = (await database.pool.query(WAITING)).rowCount !== 0;
    return { running: begun };
  }, { attempts: 1 });
  return { value: await running, hasWaited: progress.hasWaited };
}

describe('while another call works for the player', () => {
  it('a repeated key gets its answer without waiting', async () => {
    const userId = await makeRichPlayer(database.pool);
    const key = newKey();
    const first = await tryRound(platform, userId, { key });
    nowMs += CYCLE_MS;
    expect(await whileHeld(userId, () => tryRound(platform, userId, { key }))).toEqual({ value: first, hasWaited: false });
  });

  it('a key that this call has is refused without waiting', async () => {
    const userId = await makeRichPlayer(database.pool);
    await playOneRound(platform, userId);
    nowMs += CYCLE_MS;
    const key = newKey();
    const { value, hasWaited } = await whileHeld(userId, () => refusalOf(tryRound(platform, userId, { key })), key);
    expect([value.code, hasWaited]).toEqual(['key-running', false]);
    await playOneRound(platform, userId, { key });
  });

  it('a round that begins too soon is refused without waiting', async () => {
    const userId = await makeRichPlayer(database.pool);
    await playOneRound(platform, userId);
    nowMs += CYCLE_MS - 1;
    const { value, hasWaited } = await whileHeld(userId, () => refusalOf(tryRound(platform, userId)));
    expect([value.code, hasWaited]).toEqual(['cycle-too-short', false]);
  });

  it('a round that may begin waits for the player’s money', async () => {
    const userId = await makeRichPlayer(database.pool);
    await playOneRound(platform, userId);
    nowMs += CYCLE_MS;
    const { value, hasWaited } = await whileHeld(userId, () => tryRound(platform, userId));
    expect([value.status, hasWaited]).toEqual([201, true]);
  });
});

describe('a posting whose balance has changed since it was planned', () => {
  it('is refused by PostgreSQL, also where COMMIT follows before anybody sees it', async () => {
    const userId = await makeRichPlayer(database.pool);
    const posting: Posting = {
      userId, kind: 'round', reference: 'stale', at: new Date(nowMs), place: HERE,
      moves: [{ kind: 'stake', from: 'real', to: 'house', amount: kobo(1_000) }],
    };
    const before = await readBalance(database.pool, userId);
    const writing = transaction(database.pool, async (tx, defer) => {
      const plan = planPosting(posting, await lockPosting(tx, posting));
      defer(writePosting(tx, { ...plan, real: { ...plan.real, versionBefore: plan.real.versionBefore - 1 } }));
    });
    await expect(writing).rejects.toMatchObject({ code: '23502', table: 'ledger_entry' });
    expect(await readBalance(database.pool, userId)).toEqual(before);
    const { rowCount } = await database.pool.query(`SELECT FROM ledger_transaction WHERE reference = 'stale'`);
    expect(rowCount).toBe(0);
  });
});
