/** The ledger is checked on from a checkpoint: each damage to what was posted since is found, and a start waits for no check of everything. */
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { Pool } from 'pg';
import { kobo } from '../../src/core/money';
import { transaction } from '../../server/db/transaction';
import { checkNextPart, isMarkFinal, takeMark } from '../../server/ledger/checkpoint';
import { ENTRY_RULES } from '../../server/ledger/checkpoint-rules';
import { readMoneySwitch } from '../../server/ledger/money-switch';
import { post } from '../../server/ledger/post';
import type { Move } from '../../server/ledger/post';
import { checkEverythingWhenDue, checkMoneyNow, createCheckpointRun } from '../../server/money-watch';
import { start } from '../../server/start';
import { HERE } from '../support/caller-places';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { newKey } from '../support/keys';
import { testMoney } from '../support/money';
import { runBuiltCommand } from '../support/operator-command';
import { makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

/** A ledger of two players whose checkpoint is at its end. */
async function makeStage() {
  const database = await testDatabase();
  cleanUp.push(() => database.close());
  const { pool } = database;
  const { platform, log, pass } = testMoney(pool);
  const run = createCheckpointRun(platform);
  /** Other test files use the same server, and what they have open must have ended. */
  const check = () => vi.waitFor(async () => {
    const before = log.length;
    const isDone = await run();
    const found = log.slice(before).filter(({ event }) => event === 'money.violation').map(({ details }) => `${String(details['id'])} ${String(details['says'])}`);
    expect(isDone || found.length > 0).toBe(true);
    return found;
  }, { timeout: 30_000, interval: 20 });
  const [ada, obi] = [await makePlayer(pool), await makePlayer(pool)];
  for (const userId of [ada, obi]) await play(pool, userId, WIN);
  expect(await check()).toEqual([]);
  return { database, pool, platform, log, pass, check, ada, obi };
}

async function play(pool: Pool, userId: string, ...moves: Move[]): Promise<void> {
  const at = new Date('2026-11-21T10:00:00.000Z');
  await transaction(pool, (tx) => post(tx, { userId, kind: 'round', reference: newKey(), at, place: HERE, moves }));
}
const STAKE: Move = { kind: 'stake', from: 'real', to: 'house', amount: kobo(100) };
const WIN: Move = { kind: 'win', from: 'house', to: 'real', amount: kobo(10_000) };

/** Runs SQL as somebody who went past every guard of the database. */
async function damage(pool: Pool, sql: string, values: readonly unknown[] = []): Promise<void> {
  for (const table of ['ledger_entry', 'ledger_transaction', 'ledger_account']) await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await pool.query(sql, [...values]);
  for (const table of ['ledger_entry', 'ledger_transaction', 'ledger_account']) await pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

const checkpointOf = async (pool: Pool) =>
  (await pool.query<{ last_entry: number }>('SELECT last_entry FROM ledger_checkpoint')).rows[0]?.last_entry ?? 0;

describe('the checkpoint', () => {
  it('goes on from where it ended: balances and chains are those of the ledger, and nothing before it is read again', async () => {
    const { pool, check, ada } = await makeStage();
    const first = await checkpointOf(pool);
    await play(pool, ada, STAKE);
    expect(await check()).toEqual([]);
    expect(await checkpointOf(pool)).toBeGreaterThan(first);
    const { rows } = await pool.query(
      `SELECT a.account_id FROM ledger_account a LEFT JOIN ledger_checkpoint_account c USING (account_id)
       LEFT JOIN ledger_checkpoint_chain h ON a.account_id = 'real:' || h.user_id
       WHERE a.user_id IS NOT NULL AND (a.balance <> c.balance OR a.kind = 'real' AND (a.chain_length <> h.length OR a.chain_hash <> h.hash))`,
    );
    expect(rows).toEqual([]);
    // This would be found where older entries were read again; the check of everything does so.
    await damage(pool, 'UPDATE ledger_entry SET amount = amount + 1 WHERE entry_id = (SELECT min(entry_id) FROM ledger_entry WHERE balance_after IS NULL)');
    expect(await check()).toEqual([]);
  });

  const NEW = '(SELECT max(entry_id) FROM ledger_entry WHERE balance_after IS NOT NULL)';
  const NEW_TRANSACTION = '(SELECT max(transaction_id) FROM ledger_transaction)';
  it.each([
    ['an entry of the house that was changed', `UPDATE ledger_entry SET amount = amount + 1 WHERE transaction_id = ${NEW_TRANSACTION} AND balance_after IS NULL`, /^I1 /],
    ['an entry of a player that was changed', `UPDATE ledger_entry SET amount = amount - 1, balance_after = balance_after - 1 WHERE entry_id = ${NEW}`, /^I10 every entry/],
    ['an entry that begins elsewhere', `UPDATE ledger_entry SET balance_before = balance_before + 5, balance_after = balance_after + 5 WHERE entry_id = ${NEW}`, /^I3 each entry begins/],
    ['an entry without an account', `UPDATE ledger_entry SET account_id = 'house:USD' WHERE transaction_id = ${NEW_TRANSACTION} AND balance_after IS NULL`, /^I3 every entry belongs/],
    ['a transaction without entries', `DELETE FROM ledger_entry WHERE transaction_id = ${NEW_TRANSACTION}`, /^I9 /],
    ['a balance that was raised', `UPDATE ledger_account SET balance = balance + 1 WHERE account_id = 'real:' || $1`, /^I3 the balance/],
    ['a chain that was cut', `UPDATE ledger_account SET chain_length = chain_length - 1 WHERE account_id = 'real:' || $1`, /^I10 the chain/],
    ['a key without an answer', `UPDATE ledger_transaction SET operation_key = 'no-such-key' WHERE transaction_id = ${NEW_TRANSACTION}`, /^I9 /],
  ])('stops money for %s', async (_what, sql, rule) => {
    const { pool, check, ada, log } = await makeStage();
    await play(pool, ada, STAKE);
    await damage(pool, sql, sql.includes('$1') ? [ada] : []);
    expect((await check()).filter((name) => rule.test(name))).toHaveLength(1);
    expect(await readMoneySwitch(pool)).toMatchObject({ isOpen: false });
    expect(log.filter(({ event }) => event === 'money.closed')).toMatchObject([{ details: { alert: true } }]);
  });

  it('stops money for what was held and paid out twice', async () => {
    const { pool, check, ada } = await makeStage();
    await play(pool, ada, { kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(500) });
    await damage(pool, `UPDATE ledger_entry SET amount = -amount WHERE account_id = 'held:' || $1`, [ada]).catch(() => undefined);
    await pool.query('ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_check1');
    await damage(pool, `UPDATE ledger_entry SET amount = -amount WHERE account_id = 'held:' || $1`, [ada]);
    expect(await check()).toContainEqual('I4 nothing held is given back or paid out beyond what was held for it');
  });

  it('stops money for a history that was written anew with hashes that fit each other, as soon as its player moves money', async () => {
    const { pool, check, ada, platform } = await makeStage();
    await damage(pool, `UPDATE ledger_transaction SET reference = 'another' WHERE transaction_id IN (SELECT transaction_id FROM ledger_entry WHERE user_id = $1)`, [ada]);
    await damage(pool, `UPDATE ledger_entry e SET hash = statement_hash(statement_start(e.user_id), e, 'another') WHERE user_id = $1 AND balance_after IS NOT NULL`, [ada]);
    await damage(pool, `UPDATE ledger_account SET chain_hash = (SELECT hash FROM ledger_entry WHERE user_id = $1 AND balance_after IS NOT NULL) WHERE account_id = 'real:' || $1`, [ada]);
    await play(pool, ada, STAKE);
    expect(await check()).toContainEqual('I10 every entry of a player matches its hash and follows the entry before it');
    expect(await checkMoneyNow(platform)).toBe(false);
  });

  it('lets money move again by itself once what it found is put right, and takes back no stop of another check', async () => {
    const { pool, check, ada, obi, platform } = await makeStage();
    await play(pool, ada, STAKE);
    const raise = (userId: string, by: number) => damage(pool, `UPDATE ledger_account SET balance = balance + $2 WHERE account_id = 'real:' || $1`, [userId, by]);
    await raise(ada, 1);
    expect(await check()).not.toEqual([]);
    await raise(ada, -1);
    expect(await check()).toEqual([]);
    expect(await readMoneySwitch(pool)).toEqual({ isOpen: true, reason: null });
    // Nobody posts to this account, so only the check of everything looks at it.
    await raise(obi, 1);
    expect(await check()).toEqual([]);
    expect(await checkMoneyNow(platform)).toBe(false);
    expect(await check()).toEqual([]);
    expect(await readMoneySwitch(pool)).toMatchObject({ isOpen: false });
    await raise(obi, -1);
    expect(await checkMoneyNow(platform)).toBe(true);
    expect(await readMoneySwitch(pool)).toEqual({ isOpen: true, reason: null });
  });

  it('waits for a posting that has drawn its ids and is still open', async () => {
    const { database, pool, ada, obi, check } = await makeStage();
    const before = await checkpointOf(pool);
    const other = database.anotherPool({ max: 1 });
    await transaction(other, async (tx) => {
      await post(tx, { userId: ada, kind: 'round', reference: newKey(), at: new Date('2026-11-21T10:00:00.000Z'), place: HERE, moves: [STAKE] });
      await play(pool, obi, STAKE);
      const mark = await takeMark(pool);
      expect(await isMarkFinal(pool, mark)).toBe(false);
      expect(await createCheckpointRun(testMoney(pool).platform)()).toBe(false);
      expect(await checkpointOf(pool)).toBe(before);
    });
    expect(await check()).toEqual([]);
    expect(await checkpointOf(pool)).toBeGreaterThan(before);
  });

  it.each([
    ['the mark is not in it', 'UPDATE ledger_checkpoint SET mark_entry = NULL, mark_transaction = NULL, mark_xid = NULL'],
    ['the mark is in it, as in a copy of the rows alone', `UPDATE ledger_checkpoint SET mark_entry = mark_entry + 50, mark_transaction = mark_transaction + 50`],
    ['the mark has an xid from the future', `UPDATE ledger_checkpoint SET mark_xid = '1000000000'`],
  ])('leaves out no entry of a database that took the place of the one before (%s)', async (_what, change) => {
    const { database, pool, ada, obi, check, platform } = await makeStage();
    const run = createCheckpointRun(platform);
    const other = database.anotherPool({ max: 1 });
    const lost = new Error('lost with the old primary');
    const NEXT = `SELECT nextval('ledger_entry_entry_id_seq'), nextval('ledger_transaction_transaction_id_seq') FROM generate_series(1, 50)`;
    await expect(transaction(other, async (tx) => {
      await post(tx, { userId: ada, kind: 'round', reference: newKey(), at: new Date('2026-11-21T10:00:00.000Z'), place: HERE, moves: [STAKE] });
      // Postings of the old primary that the new one does not have. This process waits for one of them.
      await tx.query(NEXT);
      expect(await run()).toBe(false);
      throw lost;
    })).rejects.toBe(lost);
    for (const table of ['ledger_entry', 'ledger_transaction']) {
      const key = table.replace('ledger_', '') + '_id';
      await pool.query(`SELECT setval('${table}_${key}_seq', (SELECT max(${key}) FROM ${table}))`);
    }
    await pool.query(change);
    await play(pool, obi, STAKE);
    await vi.waitFor(async () => expect(await run()).toBe(true), { timeout: 30_000, interval: 20 });
    await play(pool, ada, STAKE);
    await damage(pool, 'UPDATE ledger_entry SET amount = amount + 1 WHERE entry_id = (SELECT max(entry_id) FROM ledger_entry WHERE balance_after IS NULL)');
    expect(await check()).toContainEqual('I1 the entries of each transaction sum to zero, and there are two or more');
  });

  it('reads of what was held and paid out just what belongs to the part, whatever the player did before', async () => {
    const { pool, ada } = await makeStage();
    await play(pool, ada, { ...WIN, amount: kobo(10_000_000) });
    const withdraw = async (count: number): Promise<void> => transaction(pool, async (tx) => {
      for (let n = 0; n < count; n += 1) {
        const common = { userId: ada, reference: newKey(), at: new Date('2026-11-21T10:00:00.000Z') };
        await post(tx, { ...common, kind: 'withdrawal', moves: [{ kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(100) }] });
        await post(tx, { ...common, kind: 'payout', moves: [{ kind: 'withdrawal', from: 'held', to: 'gateway', amount: kobo(100) }] });
      }
    });
    const rule = ENTRY_RULES.find(({ id }) => id === 'I4')?.violations ?? '';
    /** The pages that the check of the newest ten withdrawals reads. */
    const countPages = async (): Promise<number> => transaction(pool, async (tx) => {
      await tx.query('ANALYZE ledger_entry, ledger_transaction, ledger_account');
      await tx.query('SET LOCAL enable_seqscan = off');
      const { rows: [end] } = await tx.query<{ last: number }>('SELECT max(entry_id) AS last FROM ledger_entry');
      const { rows } = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number } }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${rule}`, [(end?.last ?? 0) - 40, end?.last],
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
    });
    await withdraw(30);
    const early = await countPages();
    await withdraw(200);
    expect(await countPages()).toBeLessThan(2.5 * early);
  });

  it('is moved by one process at a time', async () => {
    const { database, platform } = await makeStage();
    const other = database.anotherPool({ max: 1 });
    await transaction(other, async (tx) => {
      await tx.query('SELECT FROM ledger_checkpoint FOR UPDATE');
      expect(await checkNextPart(platform, { entry: 1_000, transaction: 1_000, xid: '3' })).toBe('busy');
    });
  });
});

describe('the check of everything', () => {
  it('is made by one of several processes, 15 minutes after the last one', async () => {
    const { platform, pool, pass } = await makeStage();
    expect((await Promise.all([1, 2, 3].map(() => checkEverythingWhenDue(platform)))).filter(Boolean)).toHaveLength(1);
    expect(await checkEverythingWhenDue(platform)).toBe(false);
    pass(15 * 60_000);
    expect(await checkEverythingWhenDue(platform)).toBe(true);
    // Where it takes 9 s it comes each 15 minutes, too.
    await pool.query('UPDATE ledger_checkpoint SET full_took_ms = 9000');
    pass(14 * 60_000);
    expect(await checkEverythingWhenDue(platform)).toBe(false);
    pass(60_000);
    expect(await checkEverythingWhenDue(platform)).toBe(true);
  });

  it('comes at night where it takes long, and by day where a night was missed', async () => {
    const { platform, pool, pass } = await makeStage();
    const HOUR_MS = 60 * 60_000;
    const isDue = async () => {
      await pool.query('UPDATE ledger_checkpoint SET full_took_ms = 20000');
      return checkEverythingWhenDue(platform);
    };
    // It is 11:00 in Lagos.
    expect(await isDue()).toBe(true);
    pass(13 * HOUR_MS);
    expect(await isDue()).toBe(false);
    pass(2 * HOUR_MS);
    expect(await isDue()).toBe(true);
    pass(20 * HOUR_MS);
    expect(await isDue()).toBe(false);
    pass(16 * HOUR_MS);
    expect(await isDue()).toBe(true);
  });

  it('notices an entry of before the checkpoint that was changed, and one of the house that was moved', async () => {
    const { platform, pool } = await makeStage();
    await damage(pool, `UPDATE ledger_entry SET account_id = 'bonus-cost:NGN' WHERE entry_id = (SELECT min(entry_id) FROM ledger_entry WHERE balance_after IS NULL)`);
    expect(await checkMoneyNow(platform)).toBe(false);
    expect((await readMoneySwitch(pool)).reason).toContain('every part of the ledger has the entries that it had');
  });
});

describe('starting on a large ledger', () => {
  const startOn = async (database: TestDatabase) => {
    const running = await start({
      appDir: '/no/such/folder', migrations: path.join(ROOT, 'server/db/migrations'), logStream: new PassThrough().resume(),
      env: { PORT: '0', DATABASE_URL: database.databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile') },
    });
    cleanUp.push(() => running.stop());
    return running;
  };

  it('listens while nobody can read it whole', async () => {
    const { database, pool, ada } = await makeStage();
    // Not what the rules allow, but more than is checked before listening.
    await damage(pool, `INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, at)
      SELECT (SELECT max(transaction_id) FROM ledger_transaction), 'house:NGN', $1, 'stake', 1 - 2 * (n % 2), now() FROM generate_series(1, 6000) AS n`, [ada]);
    const other = database.anotherPool({ max: 1 });
    await transaction(other, async (tx) => {
      await tx.query('LOCK TABLE deposit IN ACCESS EXCLUSIVE MODE');
      expect((await startOn(database)).url).toMatch(/^http:/);
    });
  });

  it('is preceded by a check of everything where the ledger is small', async () => {
    const { database, pool, ada } = await makeStage();
    await damage(pool, `UPDATE ledger_account SET balance = balance + 1 WHERE account_id = 'real:' || $1`, [ada]);
    await startOn(database);
    expect(await readMoneySwitch(pool)).toMatchObject({ isOpen: false });
  });
});

describe('ledger:check', () => {
  const run = (database: TestDatabase, ...args: string[]) => runBuiltCommand('ledger:check', args, { DATABASE_URL: database.databaseUrl });

  it('prints what is violated, and takes its own stop back once nothing is', async () => {
    const { database, pool, ada } = await makeStage();
    const raise = (by: number) => damage(pool, `UPDATE ledger_account SET balance = balance + $2 WHERE account_id = 'real:' || $1`, [ada, by]);
    await raise(1);
    const found = await run(database);
    expect(found).toMatchObject({ code: 2, stderr: '' });
    expect(found.stdout).toContain('money.violation: I3 the balance of each account is the sum of its entries: 1, like ["account real:');
    expect(found.stdout).toContain('money is not in order and closed: I3 is violated');
    await raise(-1);
    expect(await run(database)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ entries; money is in order and open\nThe ledger was checked up to \d+:[0-9a-f]{64}\n$/), stderr: '' });
  });

  it('finds with an end that was noted what the tables’ owner changed before it, although every hash in the database fits again', async () => {
    const { database, pool, ada, check } = await makeStage();
    const noted = /up to (\S+)\n/.exec((await run(database)).stdout)?.[1] ?? '';
    await play(pool, ada, WIN);
    expect(await check()).toEqual([]);
    expect(await run(database, '--noted', noted)).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing up to entry') });
    // No hash that the database keeps covers the house's entries of an open month.
    await damage(pool, `UPDATE ledger_entry SET at = at + interval '1 second' WHERE entry_id = (SELECT min(entry_id) FROM ledger_entry WHERE user_id = $1 AND hash IS NULL)`, [ada]);
    expect(await run(database, '--noted', noted)).toMatchObject({ code: 2, stdout: expect.stringMatching(/money is in order and open\n[\s\S]*was changed, removed or added/) });
    expect(await run(database, '--noted', 'end')).toMatchObject({ code: 1 });
  });

  it('opens money that the checkpoint stopped only with --reopen, and only where everything is in order', async () => {
    const { database, pool, ada, check } = await makeStage();
    await pool.query('UPDATE ledger_checkpoint_account SET balance = balance + 1 WHERE account_id = $1', [`real:${ada}`]);
    await play(pool, ada, WIN);
    expect(await check()).not.toEqual([]);
    expect(await run(database)).toMatchObject({ code: 2, stdout: expect.stringContaining('money is in order and closed: I3 is violated') });
    await damage(pool, `UPDATE ledger_account SET balance = balance + 1 WHERE account_id = 'real:' || $1`, [ada]);
    expect(await run(database, '--reopen')).toMatchObject({ code: 2, stdout: expect.stringContaining('money is not in order and closed') });
    await damage(pool, `UPDATE ledger_account SET balance = balance - 1 WHERE account_id = 'real:' || $1`, [ada]);
    expect(await run(database, '--reopen')).toMatchObject({ code: 0, stdout: expect.stringContaining('money is in order and open') });
    expect(await check()).toEqual([]);
  });
});
