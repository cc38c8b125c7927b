/** Money is checked on from what was checked: what is over is hashed once, and only the check of everything reads it again, in slices. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { playRound } from '../../src/core/contract/games';
import { hashRounds } from '../../server/games';
import { closeMonth } from '../../server/ledger/closed-months';
import { findViolations } from '../../server/ledger/invariants';
import { readMoneySwitch } from '../../server/ledger/money-switch';
import { walkInvariants } from '../../server/ledger/walk';
import type { WalkState } from '../../server/ledger/walk';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { WATCHED_INVARIANTS, checkEverythingWhenDue, checkMoneyNow, createCheckpointRun, reopenMoney } from '../../server/money-watch';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { nameOfRule, violatedAfter } from '../support/violations';
import { ask, paidPlayer } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ALL = [...MONEY_INVARIANTS, ...WATCHED_INVARIANTS];
const TABLES = ['ledger_entry', 'ledger_transaction', 'ledger_account', 'deposit', 'withdrawal', 'round'];

let ayo: TestPlatform;
let ada: PaidPlayer;
beforeAll(async () => {
  ayo = await testPlatform();
  await ayo.pool.query('ALTER TABLE round DROP CONSTRAINT round_balance');
  ada = await makeDepositor();
  await play();
  expect((await ask(ada, 1_000)).status).toBe(201);
}, 120_000);
afterAll(() => ayo.close());

/** A player whose money belongs to a deposit. */
async function makeDepositor(): Promise<PaidPlayer> {
  const player = await paidPlayer(ayo);
  await ayo.pool.query(
    `WITH key AS (
       INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at)
       SELECT user_id, reference, 'deposit', '', 'done', 201, '{}', at, at FROM ledger_transaction WHERE kind = 'deposit' AND user_id = $1)
     INSERT INTO deposit (deposit_id, user_id, gateway, reference, operation_key, method, amount, currency, state, return_base, created_at, updated_at, expires_at,
       closes_at, check_after, transaction_id)
     SELECT t.reference, t.user_id, 'simulator', t.reference, t.reference, 'card', e.amount, 'NGN', 'success', '', t.at, t.at, t.at, t.at, t.at, t.transaction_id
     FROM ledger_transaction t JOIN ledger_entry e USING (transaction_id) WHERE t.kind = 'deposit' AND t.user_id = $1 AND e.account_id = 'real:' || $1`,
    [player.userId],
  );
  return player;
}

async function play(): Promise<void> {
  ayo.pass(60_000);
  const { status } = await ada.client.call(playRound, { params: { userId: ada.userId, gameId: 'adire-gold' }, key: newKey(), body: { stake: 100, currency: 'NGN', bet: {} } });
  expect(status).toBe(201);
}

/** Moves the checkpoint to its end, and returns what it found. Other test files use the same server, and what they have open must have ended. */
async function moveCheckpoint(): Promise<string[]> {
  const run = createCheckpointRun(ayo.platform);
  return vi.waitFor(async () => {
    const before = ayo.logs.length;
    const isDone = await run();
    const found = ayo.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === 'money.violation');
    expect(isDone || found.length > 0).toBe(true);
    return found.map(({ id, says }) => `${String(id)} ${String(says)}`);
  }, { timeout: 60_000, interval: 20 });
}

/** Changes rows as somebody who went past every guard of the database. */
async function damage(sql: string, values: readonly unknown[] = []): Promise<void> {
  for (const table of TABLES) await ayo.pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await ayo.pool.query(sql, [...values]);
  for (const table of TABLES) await ayo.pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** What is violated by damage that is taken back, read whole and in slices. */
const violatedBy = (sql: string): Promise<string[]> => violatedAfter({ pool: ayo.pool, tables: TABLES, invariants: ALL }, sql);

describe('the check of each minute', () => {
  it.each([
    ['a withdrawal with another amount', 'UPDATE withdrawal SET amount = amount + $1', 'I4 every withdrawal has its hold: once, of its amount, from its player’s real money'],
    ['a deposit with another amount', 'UPDATE deposit SET amount = amount + $1', 'I6 every deposit that succeeded was credited once, with its amount, to its player'],
    ['a round that says it took a bonus', 'UPDATE round SET bonus_won = bonus_won + $1, win = win + $1, bonus_staked = bonus_staked', 'I13 the sums that a round took from bonuses and paid back to them are those of its entries'],
  ])('stops money for %s that belongs to a new transaction, and lets it move again once that is put right', async (what, sql, rule) => {
    ada = what.includes('deposit') ? await makeDepositor() : ada;
    if (what.includes('withdrawal')) await ask(ada, 1_000);
    if (what.includes('round')) await play();
    await damage(sql, [1]);
    expect(await moveCheckpoint()).toContain(rule);
    expect(await readMoneySwitch(ayo.pool)).toMatchObject({ isOpen: false });
    await damage(sql, [-1]);
    expect(await moveCheckpoint()).toEqual([]);
    expect(await readMoneySwitch(ayo.pool)).toMatchObject({ isOpen: true });
  });

  it('does not read again what it has checked', async () => {
    expect(await moveCheckpoint()).toEqual([]);
    await damage('UPDATE withdrawal SET amount = amount + 1');
    await play();
    expect(await moveCheckpoint()).toEqual([]);
    expect(await checkMoneyNow(ayo.platform)).toBe(false);
    await damage('UPDATE withdrawal SET amount = amount - 1');
    expect(await checkMoneyNow(ayo.platform)).toBe(true);
  });
});

describe('a month that is over', () => {
  it('is closed once, a day after its end, with the balances, the sums and the hash of all that there is', async () => {
    expect(await moveCheckpoint()).toEqual([]);
    const close = async () => (await hashRounds(ayo.pool, ayo.platform.now())) && (await closeMonth(ayo.pool, ayo.platform.now()));
    // It is the 21st of November.
    ayo.pass(9 * DAY_MS);
    expect(await vi.waitFor(close, { timeout: 60_000 })).toBe(true);
    const months = async () => (await ayo.pool.query<Record<string, unknown>>('SELECT month::text AS month, balances, rounds, staked, won FROM closed_month ORDER BY month')).rows;
    // The first one that is closed has everything before it, too; October was over.
    expect(await months()).toMatchObject([{ month: '2026-10-01', rounds: 0 }]);
    ayo.pass(3 * DAY_MS);
    expect(await vi.waitFor(close, { timeout: 60_000 })).toBe(true);
    expect(await close()).toBe(false);
    const [{ balances, rounds, staked, won } = {}] = (await months()).slice(1);
    const { rows: [sums] } = await ayo.pool.query<Record<string, unknown>>(
      `SELECT (SELECT jsonb_object_agg(kind, total) FROM (SELECT split_part(account_id, ':', 1) AS kind, sum(amount) AS total FROM ledger_entry GROUP BY 1) k) AS balances,
         count(*) AS rounds, sum(stake) AS staked, sum(win) AS won FROM round`,
    );
    expect({ balances, rounds, staked, won }).toEqual(sums);
    expect(await checkMoneyNow(ayo.platform)).toBe(true);
    expect((await findViolations(ayo.pool, ALL)).map(nameOfRule)).toEqual([]);
  });

  it.each([
    ['an entry', `UPDATE ledger_entry SET account_id = 'bonus-cost:NGN' WHERE account_id = 'house:NGN'`, 'I10 every part of the ledger has the entries that it had when the checkpoint passed it'],
    ['a transaction', `UPDATE ledger_transaction SET at = at + interval '1 second'`, 'I10 every part of the ledger has the transactions, deposits and withdrawals that it had when the checkpoint passed it'],
    ['a deposit', `UPDATE deposit SET gateway = 'other'`, 'I10 every part of the ledger has the transactions, deposits and withdrawals that it had when the checkpoint passed it'],
    ['a withdrawal', `UPDATE withdrawal SET reference = reference || 'x'`, 'I10 every part of the ledger has the transactions, deposits and withdrawals that it had when the checkpoint passed it'],
    ['the outcome of a round', `UPDATE round SET outcome = '{}'`, 'I12 every part of the rounds has the rounds that it had a day after they were played'],
    ['a round that was taken out', `DELETE FROM round WHERE round_id = (SELECT max(round_id) FROM round)`, 'I12 every part of the rounds has the rounds that it had a day after they were played'],
    ['the balances of the month itself', `UPDATE closed_month SET balances = '{}'`, 'I10 every closed month has the balances and parts with which it was closed'],
    ['the hash of a part', `UPDATE ledger_part SET hash = sha256('')`, 'I10 every closed month has the balances and parts with which it was closed'],
  ])('is not the same any more to the check of everything after a change of %s', async (_what, sql, rule) => {
    expect(await violatedBy(sql)).toContain(rule);
  });

  it('raises an alert and closes no money where a round of the past was changed', async () => {
    await damage(`UPDATE round SET client_seed = client_seed || 'x'`);
    const before = ayo.logs.length;
    expect(await checkMoneyNow(ayo.platform)).toBe(true);
    expect(ayo.logs.slice(before).filter((line) => line.includes('every part of the rounds'))).toHaveLength(1);
    // Somebody who has looked at it begins the hashes anew.
    expect(await reopenMoney(ayo.platform)).toBe(true);
    expect((await findViolations(ayo.pool, ALL)).map(nameOfRule)).toEqual([]);
  });
});

describe('the check of everything', () => {
  it('gives its connection back after each slice, and finds what a reading of everything finds', async () => {
    await damage('UPDATE withdrawal SET amount = amount + 1');
    const one = ayo.database.anotherPool({ max: 1, connectionTimeoutMillis: 5_000 });
    let slices = 0;
    const found = await walkInvariants(one, ALL, {
      onSlice: async () => {
        slices += 1;
        expect(one.idleCount).toBe(1);
        await one.query('SELECT 1');
      },
    });
    expect(slices).toBeGreaterThan(10);
    expect(found.map(nameOfRule).sort()).toEqual((await findViolations(ayo.pool, ALL)).map(nameOfRule).sort());
    await damage('UPDATE withdrawal SET amount = amount - 1');
  });

  it('goes on with the next run where a run has no more time, and is done when it is through', async () => {
    await ayo.pool.query('UPDATE ledger_checkpoint SET full_checked_at = NULL');
    let runs = 0;
    const isDone = async () => (await ayo.pool.query('SELECT FROM ledger_checkpoint WHERE full_checked_at IS NOT NULL')).rowCount === 1;
    while (!(await isDone())) {
      expect(await checkEverythingWhenDue(ayo.platform, { runMs: 0 })).toBe(true);
      runs += 1;
    }
    expect(runs).toBeGreaterThan(10);
    expect(await checkEverythingWhenDue(ayo.platform)).toBe(false);
  });

  it('stops money with the slice that finds something, and goes on where it was interrupted', async () => {
    await damage('UPDATE withdrawal SET amount = amount + 1');
    const states: (WalkState | null)[] = [];
    await walkInvariants(ayo.pool, ALL, { onSlice: (next) => Promise.resolve(states.push(next)) });
    const late = states.find((state) => state?.subject === 'wallet');
    expect(late?.found).not.toEqual([]);
    await damage('UPDATE withdrawal SET amount = amount - 1');
    // What was found before stays found, though it has been put right since: only a whole check lets money move.
    await ayo.pool.query('UPDATE ledger_checkpoint SET full_position = $1', [JSON.stringify({ ...late, tookMs: 5 })]);
    expect(await checkEverythingWhenDue(ayo.platform)).toBe(true);
    expect(await readMoneySwitch(ayo.pool)).toMatchObject({ isOpen: false });
    ayo.pass(DAY_MS);
    expect(await checkEverythingWhenDue(ayo.platform)).toBe(true);
    expect(await readMoneySwitch(ayo.pool)).toMatchObject({ isOpen: true });
  });
});
