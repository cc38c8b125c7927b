import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../src/core/contract/cashier';
import { koboToNaira } from '../../../src/core/money';
import { dayTitle } from '../../../src/pages/transactions-history/day-words';
import { asideOf, lineOf, stepsOf, titleOf } from '../../../src/pages/transactions-history/row-facts';
import { daysOf, rowsOf } from '../../../src/pages/transactions-history/rows';
import type { Loaded, MoneyRow } from '../../../src/pages/transactions-history/rows';

const ALL: Loaded = { hasMore: false, from: Date.parse('2026-10-26T23:00:00Z'), isFiltered: false };
const MORE: Loaded = { ...ALL, hasMore: true };

type Part = Pick<Transaction, 'kind' | 'amount' | 'at' | 'reference'> & Partial<Transaction>;

/** Entries in the order of the ledger, as the platform answers them: newest first. */
function ledger(...parts: readonly Part[]): readonly Transaction[] {
  return parts.map((part, index) => ({ entryId: String(index + 1), account: 'real', currency: 'NGN' as const, balanceBefore: 0, balanceAfter: 0, ...part })).toReversed();
}

const played = (reference: string, at: string, stake: number, win = 0, gameId = 'plinko'): readonly Part[] => [
  { kind: 'stake', amount: -stake, at, reference, round: { gameId, startedAt: at } },
  ...(win > 0 ? [{ kind: 'win', amount: win, at, reference, round: { gameId, startedAt: at } }] : []),
];

const withdrawn = (reference: string, askedAt: string, amount: number): readonly Part[] => [
  { kind: 'withdrawal', amount: -amount, at: askedAt, reference },
  { kind: 'withdrawal', account: 'held', amount, at: askedAt, reference },
];
const paid = (reference: string, at: string, amount: number): Part => ({ kind: 'withdrawal', account: 'held', amount: -amount, at, reference });
const returned = (reference: string, at: string, amount: number): readonly Part[] => [
  { kind: 'withdrawal-return', account: 'held', amount: -amount, at, reference },
  { kind: 'withdrawal-return', amount, at, reference },
];

const steps = (row: MoneyRow) => stepsOf(row, false, () => null);
const naira = ({ real }: Pick<MoneyRow, 'real'>): number | null => real && koboToNaira(real);
const only = (rows: readonly MoneyRow[]): MoneyRow => {
  expect(rows).toHaveLength(1);
  if (rows[0] === undefined) throw new Error('There is no row.');
  return rows[0];
};

describe('a correction in the transactions', () => {
  it('says that the line it corrects stays as it was', () => {
    const row = only(rowsOf(ledger({ kind: 'adjustment', amount: -100, at: '2026-11-25T10:00:00Z', reference: 'a1' }), ALL));
    expect([titleOf(row, null), lineOf(row, false)]).toEqual(['Correction by Ayo', 'We corrected an earlier line. That line stays as it was.']);
  });
});

describe('a round in the transactions', () => {
  it('is one row with its stake, its win and the sum of both', () => {
    const row = only(rowsOf(ledger(...played('r1', '2026-11-25T10:00:00Z', 100, 250)), ALL));
    expect(naira(row)).toBe(150);
    expect(titleOf(row, 'Plinko')).toBe('Plinko');
    expect(lineOf(row, false)).toBe('Stake ₦100.00, win ₦250.00');
  });

  it('that won nothing is its stake', () => {
    const row = only(rowsOf(ledger(...played('r1', '2026-11-25T10:00:00Z', 100)), ALL));
    expect([naira(row), lineOf(row, false)]).toEqual([-100, 'Stake ₦100.00']);
  });

  it('of several steps is one row, whatever came in between', () => {
    const [first, second] = [played('r1', '2026-11-25T10:00:00Z', 100), played('r2', '2026-11-25T10:01:00Z', 20, 30)];
    const doubled: Part = { kind: 'stake', amount: -100, at: '2026-11-25T10:02:00Z', reference: 'r1', round: { gameId: 'blackjack', startedAt: '2026-11-25T10:00:00Z' } };
    const won: Part = { ...doubled, kind: 'win', amount: 400 };
    const rows = rowsOf(ledger(...first, ...second, doubled, won), ALL);
    expect(rows.map(({ entries }) => entries[0]?.reference)).toEqual(['r1', 'r2']);
    expect(rows.map(naira)).toEqual([200, 10]);
  });

  it('keeps bonus money apart from the balance', () => {
    const at = '2026-11-25T10:00:00Z';
    const row = only(rowsOf(ledger(...played('r1', at, 60), { kind: 'stake', account: 'bonus', amount: -40, at, reference: 'r1' }), ALL));
    expect([row.real, row.bonus]).toEqual([-6_000, -4_000]);
    expect(lineOf(row, false)).toBe('Stake ₦100.00');
  });
});

describe('a withdrawal in the transactions', () => {
  const askedAt = '2026-11-23T09:00:00Z';
  const done = '2026-11-24T09:00:00Z';

  it('is one row on the day on which the money left the balance, with its timeline', () => {
    const open = only(rowsOf(ledger(...withdrawn('w1', askedAt, 5_000)), ALL));
    expect([naira(open), lineOf(open, false)]).toEqual([-5_000, 'In progress']);
    expect(steps(open).map(({ state }) => state)).toEqual(['done', 'done', 'now']);

    const row = only(rowsOf(ledger(...withdrawn('w1', askedAt, 5_000), paid('w1', done, 5_000)), ALL));
    expect([naira(row), row.at, lineOf(row, false)]).toEqual([-5_000, Date.parse(askedAt), 'Paid']);
    expect(steps(row).map(({ label, state, at }) => [label, state, at])).toEqual([
      ['You asked for it', 'done', Date.parse(askedAt)], ['Held for your withdrawal', 'done', Date.parse(askedAt)], ['Paid to your bank', 'done', Date.parse(done)],
    ]);
  });

  it('has the time at which it was checked, where that is known', () => {
    const checkedAt = Date.parse('2026-11-23T09:00:30Z');
    const labels = (row: MoneyRow) => stepsOf(row, false, () => null, checkedAt).map(({ label, at }) => [label, at]);
    const first = [['You asked for it', Date.parse(askedAt)], ['Held for your withdrawal', Date.parse(askedAt)], ['Checked', checkedAt]];
    expect(labels(only(rowsOf(ledger(...withdrawn('w1', askedAt, 5_000)), ALL)))).toEqual([...first, ['Sent to your bank', null]]);
    expect(labels(only(rowsOf(ledger(...withdrawn('w1', askedAt, 5_000), paid('w1', done, 5_000)), ALL)))).toEqual([...first, ['Paid to your bank', Date.parse(done)]]);
  });

  it('that was sent back has changed nothing, and says so', () => {
    const row = only(rowsOf(ledger(...withdrawn('w1', askedAt, 5_000), ...returned('w1', done, 5_000)), ALL));
    expect([naira(row), row.at, lineOf(row, false)]).toEqual([0, Date.parse(done), 'Money sent back']);
    expect(steps(row).map(({ state }) => state)).toEqual(['done', 'done', 'past', 'past']);
  });

  it('says nothing about its end where the other entries are filtered out', () => {
    const row = only(rowsOf(ledger(...withdrawn('w1', askedAt, 5_000)), { ...ALL, isFiltered: true }));
    expect([row.missing, lineOf(row, true)]).toEqual([null, '']);
  });
});

describe('a late deposit', () => {
  const at = '2026-11-25T10:00:00Z';
  const held: Part = { kind: 'deposit-held', account: 'suspense', amount: 900, at, reference: 'd1' };

  it('has an amount without a sign while it is not on the balance, and is in no day’s sum', () => {
    const rows = rowsOf(ledger(held), ALL);
    expect([titleOf(only(rows), null), only(rows).real, asideOf(only(rows))]).toEqual(['Late deposit, waiting for your choice', null, 90_000]);
    expect(daysOf(rows, false)[0]?.net).toBe(0);
    const sentBack = only(rowsOf(ledger(held, { ...held, kind: 'deposit-returned', amount: -900 }), ALL));
    expect([titleOf(sentBack, null), asideOf(sentBack)]).toEqual(['Late deposit sent back', 90_000]);
  });

  it('that came to the balance is one deposit', () => {
    const row = only(rowsOf(ledger(held, { ...held, kind: 'deposit', amount: -900 }, { ...held, kind: 'deposit', account: 'real' }), ALL));
    expect([titleOf(row, null), naira(row)]).toEqual(['Deposit', 900]);
  });
});

describe('the end of a page', () => {
  const at = '2026-11-25T10:00:00Z';

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('after %i entries shows nothing twice, says what is missing, and is whole with the next page', (count) => {
    const all = ledger(...withdrawn('w1', '2026-11-23T09:00:00Z', 500), ...played('r1', '2026-11-24T22:30:00Z', 100, 300), ...played('r2', at, 50, 70), paid('w1', '2026-11-25T11:00:00Z', 500), ...played('r3', '2026-11-25T12:00:00Z', 10));
    const whole = rowsOf(all, ALL);
    const part = rowsOf(all.slice(0, count), { ...MORE, hasMore: count < all.length });
    expect(new Set(part.map(({ key }) => key)).size).toBe(part.length);
    for (const row of part) {
      const final = whole.find(({ key }) => key === row.key);
      if (row.missing === null) expect(row).toEqual(final);
      else expect(row.entries.length).toBeLessThan(final?.entries.length ?? 0);
    }
    expect(daysOf(part, count < all.length).at(-1)?.isPartial).toBe(count < all.length);
  });

  it('within a round leaves its stake below', () => {
    const [win] = ledger(...played('r1', at, 100, 300));
    if (win === undefined) throw new Error('There is no win.');
    const row = only(rowsOf([win], MORE));
    expect([row.missing, lineOf(row, false)]).toEqual(['below', 'The rest is further down']);
  });

  it('is told of a round that began before everything loaded, though a stake of it is loaded', () => {
    const startedAt = '2026-11-24T08:00:00Z';
    const later: Part = { kind: 'stake', amount: -100, at, reference: 'r1', round: { gameId: 'blackjack', startedAt } };
    const entries = ledger(...played('r0', '2026-11-25T09:00:00Z', 5), later);
    expect(rowsOf(entries, MORE).map(({ missing }) => missing)).toEqual(['below', null]);
    expect(rowsOf(entries, { ...ALL, from: Date.parse('2026-11-24T23:00:00Z') }).map(({ missing }) => missing), 'the days begin after it').toEqual(['before', null]);
  });

  it('within bonus money of a stake says that there may be more', () => {
    const [bonus] = ledger(...played('r1', at, 60), { kind: 'stake', account: 'bonus', amount: -40, at, reference: 'r1' });
    if (bonus === undefined) throw new Error('There is no stake.');
    expect(only(rowsOf([bonus], MORE)).missing).toBe('below');
  });
});

describe('the days', () => {
  it('begin at midnight in Lagos, newest first, each with what its rows changed', () => {
    const rows = rowsOf(ledger(...played('r1', '2026-11-24T22:59:59Z', 100, 300), ...played('r2', '2026-11-24T23:00:00Z', 50), ...played('r3', '2026-11-25T12:00:00Z', 10, 5)), ALL);
    expect(daysOf(rows, false).map(({ day, net, isPartial }) => [day, net, isPartial])).toEqual([['2026-11-25', -5_500, false], ['2026-11-24', 20_000, false]]);
  });

  it('add up to what all entries changed on the balance', () => {
    const entries = ledger(...withdrawn('w1', '2026-11-23T09:00:00Z', 500), ...played('r1', '2026-11-24T22:30:00Z', 100, 300), ...returned('w1', '2026-11-25T11:00:00Z', 500));
    const total = daysOf(rowsOf(entries, ALL), false).reduce((sum, { net }) => sum + net, 0);
    expect(total).toBe(20_000);
  });

  it('are named as people name them', () => {
    const now = Date.parse('2026-11-25T23:30:00Z');
    const days = ['2026-11-26', '2026-11-25', '2026-11-23', '2025-12-31'];
    expect(days.map((day) => dayTitle(day, now))).toEqual(['Today', 'Yesterday', 'Mon 23 Nov', 'Wed 31 Dec 2025']);
  });
});

describe('an entry that is of no round, withdrawal or deposit', () => {
  it('is in one row with those of its moment, however often its reference is used', () => {
    const bonus = { kind: 'bonus', reference: 'wallet-1' };
    const rows = rowsOf(ledger(
      { ...bonus, account: 'bonus', amount: 500, at: '2026-11-20T10:00:00Z' },
      { ...bonus, account: 'bonus', amount: -300, at: '2026-11-22T10:00:00Z' }, { ...bonus, amount: 300, at: '2026-11-22T10:00:00Z' },
      { kind: 'newer-kind', reference: 'x', amount: 1, at: '2026-11-22T11:00:00Z' },
    ), ALL);
    expect(rows.map((row) => [titleOf(row, null), row.real, row.bonus])).toEqual([['newer-kind', 100, null], ['Bonus', 30_000, -30_000], ['Bonus', null, 50_000]]);
  });
});
