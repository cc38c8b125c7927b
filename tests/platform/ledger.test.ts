import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { transaction } from '../../server/db/transaction';
import { accountsOf, houseBalance, readBalance, readBalanceVersion } from '../../server/ledger/accounts';
import { findViolations } from '../../server/ledger/invariants';
import { checkMoney, readMoneySwitch } from '../../server/ledger/money-switch';
import { LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { post } from '../../server/ledger/post';
import type { Move, PostingResult, Posting } from '../../server/ledger/post';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { START, refusalOf, testMoney } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';

const AT = new Date(START);
const database = fileDatabase();
let references = 0;

const submit = (userId: string, moves: readonly Move[], more: Partial<Pick<Posting, 'reference' | 'operationKey' | 'at' | 'place'>> & { readonly kind?: Posting['kind'] } = {}): Promise<PostingResult> => {
  references += 1;
  const reference = `round-${references}`;
  return transaction(database.pool, (tx) => post(tx, { userId, kind: 'round', reference, at: AT, place: HERE, moves, ...more }));
};
const stake = (amount: number): Move => ({ kind: 'stake', from: 'real', to: 'house', amount: kobo(amount) });
const win = (amount: number): Move => ({ kind: 'win', from: 'house', to: 'real', amount: kobo(amount) });
const hold = (amount: number): Move => ({ kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(amount) });
const payOut = (amount: number): Move => ({ kind: 'withdrawal', from: 'held', to: 'gateway', amount: kobo(amount) });
const giveBack = (amount: number): Move => ({ kind: 'withdrawal-return', from: 'held', to: 'real', amount: kobo(amount) });

async function playerWith(amount: number): Promise<string> {
  const userId = await makePlayer(database.pool);
  if (amount > 0) await giveMoney(database.pool, userId, kobo(amount), AT);
  return userId;
}
const balanceOf = (userId: string) => readBalance(database.pool, userId);

describe('a posting', () => {
  it('writes stake and win as entries of their own, each with the balance before and after', async () => {
    const userId = await playerWith(1_000);
    const posted = await submit(userId, [stake(300), win(750)]);
    expect(posted.real).toEqual({ balance: 1_450, version: 2 });
    expect(posted.entries).toEqual([
      { accountId: `real:${userId}`, kind: 'stake', amount: -300, before: 1_000, after: 700 },
      { accountId: `real:${userId}`, kind: 'win', amount: 750, before: 700, after: 1_450 },
    ]);
    const { rows } = await database.pool.query(
      'SELECT account_id, user_id, kind, amount, balance_after FROM ledger_entry WHERE transaction_id = $1 ORDER BY entry_id',
      [posted.transactionId],
    );
    expect(rows).toEqual([
      { account_id: `real:${userId}`, user_id: userId, kind: 'stake', amount: -300, balance_after: 700 },
      { account_id: 'house:NGN', user_id: userId, kind: 'stake', amount: 300, balance_after: null },
      { account_id: 'house:NGN', user_id: userId, kind: 'win', amount: -750, balance_after: null },
      { account_id: `real:${userId}`, user_id: userId, kind: 'win', amount: 750, balance_after: 1_450 },
    ]);
  });

  it('leaves out a move of zero, and is refused where it has no other move', async () => {
    const userId = await playerWith(1_000);
    expect((await submit(userId, [stake(300), win(0)])).entries).toHaveLength(1);
    await expect(submit(userId, [win(0)])).rejects.toThrow(RangeError);
    await expect(submit(userId, [{ ...stake(1), amount: kobo(-1) }])).rejects.toThrow(RangeError);
    await expect(submit(userId, [{ ...stake(1), to: 'real' }])).rejects.toThrow(RangeError);
  });

  it('is refused when more is staked than is there, even if the win would cover it, and changes nothing', async () => {
    const userId = await playerWith(1_000);
    const before = await balanceOf(userId);
    expect((await refusalOf(submit(userId, [stake(1_001), win(5_000)]))).code).toBe('insufficient-funds');
    expect(await balanceOf(userId)).toEqual(before);
  });

  it('is refused as insufficient for a player who never had an account', async () => {
    const userId = await playerWith(0);
    expect((await refusalOf(submit(userId, [stake(1)]))).code).toBe('insufficient-funds');
    expect(await balanceOf(userId)).toEqual({ real: 0, held: 0, version: 0 });
  });

  it('raises the version of the balance by one, whichever account it touches', async () => {
    const userId = await playerWith(1_000);
    await submit(userId, [hold(400)], { kind: 'withdrawal', reference: `hold-${userId}` });
    expect(await balanceOf(userId)).toEqual({ real: 600, held: 400, version: 2 });
    await submit(userId, [payOut(150)], { kind: 'payout', reference: `hold-${userId}` });
    expect(await balanceOf(userId)).toEqual({ real: 600, held: 250, version: 3 });
    await submit(userId, [giveBack(250)], { kind: 'withdrawal-return', reference: `hold-${userId}` });
    expect(await balanceOf(userId)).toEqual({ real: 850, held: 0, version: 4 });
    expect(await readBalanceVersion(database.pool, userId)).toBe(4);
  });

  it('keeps a bonus wallet apart from real money', async () => {
    const userId = await playerWith(500);
    const grant: Move = { kind: 'bonus', from: 'bonus-cost', to: { bonus: 'w1' }, amount: kobo(200) };
    await submit(userId, [grant], { kind: 'bonus' });
    const accounts = await accountsOf(database.pool, userId);
    expect(accounts.map(({ kind, walletId, balance }) => [kind, walletId, balance])).toEqual([
      ['real', null, 500],
      ['bonus', 'w1', 200],
    ]);
  });

  it('credits one deposit once, whatever the program does', async () => {
    const userId = await playerWith(0);
    const credit = () =>
      submit(userId, [{ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(100) }], { kind: 'deposit', reference: `once-${userId}` });
    await credit();
    await expect(credit()).rejects.toThrow('ledger_transaction_one_credit');
    expect((await balanceOf(userId)).real).toBe(100);
  });

  it('derives the balance of the house from the entries', async () => {
    const userId = await playerWith(1_000);
    const before = await houseBalance(database.pool, 'house');
    await submit(userId, [stake(300), win(50)]);
    expect(await houseBalance(database.pool, 'house')).toBe(before + 250);
  });

  it('lets 20 stakes at once take a balance for five down to zero and not below', async () => {
    const userId = await playerWith(500);
    const pool = database.anotherPool({ max: 20 });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        transaction(pool, (tx) => post(tx, { userId, kind: 'round', reference: `race-${index}`, at: AT, place: HERE, moves: [stake(100)] })),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
    expect(await balanceOf(userId)).toMatchObject({ real: 0, version: 6 });
  });

  it('does not end in a deadlock when postings name the accounts in different orders', async () => {
    const userId = await playerWith(100_000);
    const reference = `hold-${userId}`;
    await submit(userId, [hold(50_000)], { kind: 'withdrawal', reference });
    const moves = [hold(10), giveBack(10), payOut(10), stake(10)];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => submit(userId, index % 2 === 0 ? moves : moves.toReversed(), { kind: 'adjustment', reference })),
    );
    expect((await balanceOf(userId)).version).toBe(42);
  });
});

describe('the guards', () => {
  const refusedWith = async (userId: string, move: Move) => (await refusalOf(submit(userId, [move]))).toBody();
  const update = (userId: string, set: string) => database.pool.query(`UPDATE player SET ${set} WHERE user_id = $1`, [userId]);

  it('ask for an activated e-mail before a stake or a withdrawal', async () => {
    const userId = await playerWith(1_000);
    await update(userId, 'email_activated_at = NULL');
    expect(await refusedWith(userId, stake(100))).toMatchObject({ status: 403, code: 'email-not-activated' });
    expect(await refusedWith(userId, hold(100))).toMatchObject({ status: 403, code: 'email-not-activated' });
  });

  it('stop stakes and bonuses during a break or an exclusion, and never a withdrawal', async () => {
    for (const protection of ['cool-off', 'excluded']) {
      const userId = await playerWith(1_000);
      await update(userId, `protection = '${protection}', protection_until = NULL`);
      expect(await refusedWith(userId, stake(100))).toMatchObject({ status: 403, reason: protection });
      expect(await refusedWith(userId, { kind: 'bonus', from: 'bonus-cost', to: { bonus: 'w' }, amount: kobo(1) })).toMatchObject({
        reason: protection,
      });
      expect((await submit(userId, [hold(100)])).real.balance).toBe(900);
    }
  });

  it('hold to the millisecond: refused 1 ms before a break ends, let through when it has ended', async () => {
    const userId = await playerWith(1_000);
    await update(userId, `protection = 'cool-off', protection_until = '${new Date(START + 1).toISOString()}'`);
    expect((await refusalOf(submit(userId, [stake(1)]))).extra.reason).toBe('cool-off');
    expect((await submit(userId, [stake(1)], { at: new Date(START + 1) })).real.balance).toBe(999);
  });

  it('let money that is owed arrive on a closed account, and all of it be withdrawn, and nothing else', async () => {
    const userId = await playerWith(1_000);
    await update(userId, `closed_at = '${AT.toISOString()}'`);
    expect(await refusedWith(userId, stake(100))).toMatchObject({ status: 403, reason: 'account-closed' });
    expect(await refusedWith(userId, { kind: 'bonus', from: 'bonus-cost', to: { bonus: 'w' }, amount: kobo(1) })).toMatchObject({ reason: 'account-closed' });
    await giveMoney(database.pool, userId, kobo(5), AT);
    await submit(userId, [hold(1_005)], { kind: 'withdrawal', reference: `closed-${userId}` });
    expect(await balanceOf(userId)).toMatchObject({ real: 0, held: 1_005 });
  });

  it('make an exclusion wait for a stake under way, so that none ends after it was answered', async () => {
    const userId = await playerWith(1_000);
    const other = database.anotherPool();
    const order: string[] = [];
    let excluding: Promise<unknown> = Promise.resolve();
    await transaction(database.pool, async (tx) => {
      await post(tx, { userId, kind: 'round', reference: 'under-way', at: AT, place: HERE, moves: [stake(10)] });
      excluding = other
        .query(`UPDATE player SET protection = 'excluded' WHERE user_id = $1`, [userId])
        .then(() => order.push('excluded'));
      await waitUntilBlocked();
      order.push('staked');
    });
    await excluding;
    expect(order).toEqual(['staked', 'excluded']);
    expect((await refusalOf(submit(userId, [stake(10)]))).extra.reason).toBe('excluded');
  });

  async function waitUntilBlocked(): Promise<void> {
    for (;;) {
      const { rows } = await database.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) return;
    }
  }
});

describe('the database itself', () => {
  const run = (sql: string) => database.pool.query(sql);

  it('refuses to change, delete or empty what the ledger wrote', async () => {
    await submit(await playerWith(1_000), [stake(1)]);
    for (const table of ['ledger_entry', 'ledger_transaction']) {
      await expect(run(`UPDATE ${table} SET kind = 'x'`)).rejects.toThrow('only ever added');
      await expect(run(`DELETE FROM ${table}`)).rejects.toThrow('only ever added');
      await expect(run(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('only ever added');
    }
    await expect(run('DELETE FROM ledger_account')).rejects.toThrow('an account stays');
    await expect(run(`UPDATE ledger_account SET kind = 'held'`)).rejects.toThrow('an account stays');
    await expect(run('TRUNCATE ledger_account')).rejects.toThrow('only ever added');
  });

  it('refuses a balance below zero and one on the house’s side', async () => {
    const userId = await playerWith(10);
    await expect(run(`UPDATE ledger_account SET balance = -1 WHERE user_id = '${userId}'`)).rejects.toThrow('check constraint');
    await expect(run(`UPDATE ledger_account SET balance = 0 WHERE kind = 'house'`)).rejects.toThrow('check constraint');
  });

  it('refuses a transaction without entries at commit, and at once entries that do not sum to zero', async () => {
    const insert = (...statements: readonly (readonly number[])[]) =>
      transaction(database.pool, async (tx) => {
        const { rows } = await tx.query<{ id: number }>(
          `INSERT INTO ledger_transaction (kind, reference, at) VALUES ('adjustment', 'by-hand', now()) RETURNING transaction_id AS id`,
        );
        for (const amounts of statements) {
          await tx.query(
            `INSERT INTO ledger_entry (transaction_id, account_id, kind, amount, at)
             SELECT $1, 'house:NGN', 'adjustment', amount, now() FROM unnest($2::bigint[]) AS amount`,
            [rows[0]?.id, amounts],
          );
        }
      });
    await expect(insert()).rejects.toThrow('0 entries');
    await expect(insert([])).rejects.toThrow('0 entries');
    await expect(insert([5])).rejects.toThrow('1 entries that sum to 5');
    await expect(insert([5, -4])).rejects.toThrow('2 entries that sum to 1');
    await expect(insert([5, -5])).resolves.toBeUndefined();
    // Each statement on its own, so that no moment in between is out of balance.
    await expect(insert([5], [-5])).rejects.toThrow('1 entries that sum to 5');
    await expect(insert([5, -5], [7, -7])).resolves.toBeUndefined();
  });

  it('refuses entries of two transactions that only balance each other', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 2; n += 1) ids.push(Number((await submit(await playerWith(1_000), [stake(1)])).transactionId));
    const crossed = `INSERT INTO ledger_entry (transaction_id, account_id, kind, amount, at)
      VALUES (${String(ids[0])}, 'house:NGN', 'adjustment', 7, now()), (${String(ids[1])}, 'house:NGN', 'adjustment', -7, now())`;
    await expect(run(crossed)).rejects.toThrow('1 entries that sum to');
  });

  it('refuses an entry added later to a transaction that was whole', async () => {
    const posted = await submit(await playerWith(1_000), [stake(1)]);
    const late = `INSERT INTO ledger_entry (transaction_id, account_id, kind, amount, at)
      VALUES (${posted.transactionId}, 'house:NGN', 'adjustment', 7, now())`;
    await expect(run(late)).rejects.toThrow('sum to 7');
  });
});

describe('the invariants', () => {
  it('hold after everything above', async () => {
    expect(await findViolations(database.pool)).toEqual([]);
  });

  it('turn money off when a balance is not the sum of its entries, for every process, and on again when it is', async () => {
    const { platform, log } = testMoney(database.pool);
    const userId = await playerWith(1_000);
    const tamper = (by: number) =>
      database.pool.query('UPDATE ledger_account SET balance = balance + $2 WHERE account_id = $1', [`real:${userId}`, by]);

    await tamper(1);
    expect((await checkMoney(platform, LEDGER_INVARIANTS)).map(({ id }) => id)).toEqual(['I3']);
    expect(await readMoneySwitch(database.pool)).toMatchObject({ isOpen: false });
    expect((await refusalOf(submit(userId, [stake(1)]))).code).toBe('money-unavailable');
    const credit = giveMoney(database.pool, userId, kobo(1) satisfies Kobo, AT);
    expect((await refusalOf(credit)).code).toBe('money-unavailable');

    await tamper(-1);
    expect(await checkMoney(platform, LEDGER_INVARIANTS)).toEqual([]);
    expect(await readMoneySwitch(database.pool)).toEqual({ isOpen: true, reason: null });
    expect((await submit(userId, [stake(1)])).real.balance).toBe(999);
    expect(log.map(({ event }) => event)).toEqual(['money.violation', 'money.closed', 'money.opened']);
  });
});
