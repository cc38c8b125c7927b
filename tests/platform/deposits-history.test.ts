import { beforeEach, describe, expect, it } from 'vitest';
import { readDeposits } from '../../server/cashier/deposits/deposit-rows';
import { resolvePeriod } from '../../server/period';
import { readTransactions, transactionsTag } from '../../server/cashier/statement/transactions';
import type { TransactionQuery } from '../../server/cashier/statement/transactions';
import { transaction } from '../../server/db/transaction';
import { parseRowCursor } from '../../server/http/cursor';
import { post } from '../../server/ledger/post';
import type { Move, Posting } from '../../server/ledger/post';
import { listTransactions } from '../../src/core/contract/cashier';
import { kobo } from '../../src/core/money';
import { makeCashier } from '../support/deposits';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { START, refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

const database = fileDatabase();
let userId: string;
let references = 0;

beforeEach(async () => {
  userId = await makePlayer(database.pool);
});

const submit = (at: string, kind: Posting['kind'], ...moves: Move[]): Promise<unknown> => {
  references += 1;
  const reference = `ref-${references}`;
  return transaction(database.pool, (tx) => post(tx, { userId, kind, reference, at: new Date(at), place: HERE, moves }));
};
const deposit = (amount: number): Move => ({ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(amount) });
const stake = (amount: number): Move => ({ kind: 'stake', from: 'real', to: 'house', amount: kobo(amount) });
const win = (amount: number): Move => ({ kind: 'win', from: 'house', to: 'real', amount: kobo(amount) });
const hold = (amount: number): Move => ({ kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(amount) });
const payOut = (amount: number): Move => ({ kind: 'withdrawal', from: 'held', to: 'gateway', amount: kobo(amount) });

type HistoryQuery = Partial<TransactionQuery> & { readonly from?: string; readonly to?: string };
const queryOf = (more: HistoryQuery = {}): TransactionQuery => ({
  userId, period: resolvePeriod({ from: more.from, to: more.to }, START), kind: null, cursor: null, limit: 30, ...more,
});
const read = async (query: TransactionQuery) =>
  listTransactions.answer.parse(await readTransactions(database.pool, query));

describe('the transactions of a player', () => {
  it('are every entry, newest first, with the balance before and after and what it belongs to', async () => {
    await submit('2026-11-20T10:00:00Z', 'deposit', deposit(500_000));
    await submit('2026-11-20T10:01:00Z', 'round', stake(5_000), win(12_050));
    const { items, next } = await read(queryOf());
    expect(next).toBeNull();
    const rows = items.map((item) => [item.kind, item.account, item.amount, item.balanceBefore, item.balanceAfter]);
    expect(rows).toEqual([
      ['win', 'real', 120.5, 4_950, 5_070.5],
      ['stake', 'real', -50, 5_000, 4_950],
      ['deposit', 'real', 5_000, 0, 5_000],
    ]);
    expect(items[0]).toMatchObject({ at: '2026-11-20T10:01:00.000Z', currency: 'NGN', reference: `ref-${references}` });
    expect(items[0]?.reference).toBe(items[1]?.reference);
  });

  it('come in pages that neither lose nor repeat one, also when new ones come in between', async () => {
    await submit('2026-11-20T10:00:00Z', 'deposit', deposit(10_000));
    for (let round = 0; round < 7; round += 1) await submit('2026-11-20T10:01:00Z', 'round', stake(100));
    const entryIds: string[] = [];
    let cursor: number | null = null;
    do {
      const { items, next } = await read(queryOf({ cursor, limit: 3 }));
      entryIds.push(...items.map(({ entryId }) => entryId));
      cursor = parseRowCursor(next ?? undefined);
      await submit('2026-11-20T10:02:00Z', 'round', stake(1));
    } while (cursor !== null);
    expect(new Set(entryIds).size).toBe(8);
    expect(entryIds).toEqual(entryIds.toSorted((a, b) => Number(b) - Number(a)));
  });

  it('begin and end their days at midnight in Lagos, an hour before that of UTC', async () => {
    await submit('2026-11-09T22:59:59.999Z', 'deposit', deposit(100));
    await submit('2026-11-09T23:00:00.000Z', 'deposit', deposit(200));
    await submit('2026-11-10T22:59:59.999Z', 'deposit', deposit(300));
    await submit('2026-11-10T23:00:00.000Z', 'deposit', deposit(400));
    const { items, totals } = await read(queryOf({ from: '2026-11-10', to: '2026-11-10' }));
    expect(items.map(({ amount }) => amount)).toEqual([3, 2]);
    expect(totals).toMatchObject({ in: 5, out: 0, net: 5, lifetimeNetDeposits: 10 });
  });

  it('have totals over the period, not the page, of spendable money; and lifetime deposits less what was paid out', async () => {
    await submit('2026-11-20T10:00:00Z', 'deposit', deposit(500_000));
    await submit('2026-11-20T10:01:00Z', 'round', stake(5_000), win(2_000));
    await submit('2026-11-20T10:02:00Z', 'withdrawal', hold(100_000));
    await submit('2026-11-20T10:03:00Z', 'payout', payOut(60_000));
    const { totals, items } = await read(queryOf({ limit: 1 }));
    expect(items).toHaveLength(1);
    expect(totals).toEqual({ in: 5_020, out: 1_050, net: 3_970, lifetimeNetDeposits: 4_400 });
    expect((await read(queryOf({ kind: 'stake' }))).totals).toMatchObject({ in: 0, out: 50, net: -50 });
  });

  it('are nobody else’s', async () => {
    await submit('2026-11-20T10:00:00Z', 'deposit', deposit(500_000));
    userId = await makePlayer(database.pool);
    const totals = { in: 0, out: 0, net: 0, lifetimeNetDeposits: 0 };
    expect(await read(queryOf())).toEqual({ items: [], next: null, totals });
  });

  it('have a tag that changes with a new entry and with what was asked for, and with nothing else', async () => {
    const tag = (query = queryOf()) => transactionsTag(database.pool, query);
    const empty = await tag();
    await submit('2026-11-20T10:00:00Z', 'deposit', deposit(500_000));
    const first = await tag();
    expect(first).not.toBe(empty);
    expect(await tag()).toBe(first);
    expect(await tag(queryOf({ kind: 'stake' }))).not.toBe(first);
    expect(await tag(queryOf({ from: '2026-11-01' }))).not.toBe(first);
    expect(await tag(queryOf({ limit: 5 }))).not.toBe(first);
  });
});

describe('a period', () => {
  const resolved = (from?: string, to?: string) => resolvePeriod({ from, to }, START);
  const errors = async (from?: string, to?: string) =>
    (await refusalOf(Promise.resolve().then(() => resolved(from, to)))).extra.errors;

  it('is the last 30 days by default, and whole days in Lagos', () => {
    expect(resolved()).toEqual({
      from: '2026-10-23', to: '2026-11-21',
      start: new Date('2026-10-22T23:00:00Z'), end: new Date('2026-11-21T23:00:00Z'),
    });
    expect(resolved(undefined, '2026-03-31').from).toBe('2026-03-02');
    expect(resolved('2026-11-21', '2026-11-21').from).toBe('2026-11-21');
  });

  it('goes back twelve months, and no further', async () => {
    expect(resolved('2025-11-21').from).toBe('2025-11-21');
    expect(resolved(undefined, '2025-11-25').from).toBe('2025-11-21');
    expect(await errors('2025-11-20')).toEqual([{ field: 'from', message: 'Histories go back 12 months.' }]);
    expect(await errors('2020-01-01', '2020-01-31')).toMatchObject([{ field: 'from' }]);
  });

  it('names the field when it makes no sense', async () => {
    expect(await errors('2026-11-21', '2026-11-20')).toMatchObject([{ field: 'from' }]);
    expect(await errors('2026-02-31x')).toMatchObject([{ field: 'from' }]);
    expect(await errors(undefined, 'x')).toMatchObject([{ field: 'to' }]);
  });

  it('is read with cursors of ours alone', async () => {
    expect(parseRowCursor('123')).toBe(123);
    for (const cursor of ['x', '-1', '1.5', '9'.repeat(16)]) {
      expect((await refusalOf(Promise.resolve().then(() => parseRowCursor(cursor)))).status).toBe(400);
    }
  });
});

describe('the list of deposits', () => {
  it('is newest first, in pages', async () => {
    const cashier = makeCashier(database.pool);
    const depositIds: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      depositIds.unshift((await cashier.start(userId, 500)).depositId);
      cashier.pass(1_000);
    }
    const first = await readDeposits(database.pool, userId, null, 3);
    const last = first.rows.at(-1);
    if (last === undefined) throw new Error('an empty page');
    const after = { createdAt: last.created_at, depositId: last.deposit_id };
    const second = await readDeposits(database.pool, userId, after, 3);
    expect([...first.rows, ...second.rows].map((row) => row.deposit_id)).toEqual(depositIds);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  });
});
