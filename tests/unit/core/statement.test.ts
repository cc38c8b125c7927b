import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatementEntry, StatementPage } from '../../../src/core/contract/statement';
import { entryHash, statementStart, verifyStatement } from '../../../src/core/statement';

const USER = 'player-of-the-test-0001';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Move = readonly [account: string, kind: string, amount: number];

/** A statement as an honest platform tells it, in pages of `size`. */
function statement(moves: readonly Move[], size = 500, userId = USER): StatementPage[] {
  const balances = new Map<string, number>();
  let previous = statementStart(userId);
  const entries = moves.map(([account, kind, amount], index): StatementEntry => {
    const balanceBefore = balances.get(account) ?? 0;
    const entry = {
      entryId: String(10 + 3 * index), at: new Date(Date.UTC(2026, 10, 21, 10, 0, index)).toISOString(), kind, account,
      amount, balanceBefore, balanceAfter: balanceBefore + amount, reference: `ref-${index}`,
    };
    balances.set(account, entry.balanceAfter);
    previous = entryHash(previous, entry);
    return { ...entry, hash: previous };
  });
  const head = { hash: previous, entries: entries.length, at: '2026-11-22T10:00:00.000Z' };
  const starts = entries.length === 0 ? [0] : entries.map((_, index) => index).filter((index) => index % size === 0);
  return starts.map((start) => {
    const items = entries.slice(start, start + size);
    return {
      userId, currency: 'NGN', items, head, previous: entries[start - 1]?.hash ?? statementStart(userId),
      next: start + size < entries.length ? (items.at(-1)?.entryId ?? null) : null,
    };
  });
}

const MOVES: readonly Move[] = [
  ['real', 'deposit', 500_000], ['real', 'stake', -5_000], ['real', 'win', 12_050], ['real', 'withdrawal', -100_000],
  ['held', 'withdrawal', 100_000], ['held', 'withdrawal', -100_000], ['bonus:w1', 'bonus', 20_000], ['real', 'stake', -1],
];

/** The statement with its entries changed, everything else as it was. */
function changed(change: (entries: StatementEntry[]) => StatementEntry[]): StatementPage[] {
  return statement(MOVES).map((page) => ({ ...page, items: change([...page.items]) }));
}

describe('the hash of an entry', () => {
  it('is SHA-256 over nine lines, of which the first is the hash before it, as anybody can do by hand', () => {
    expect(statementStart('ada')).toBe(sha256('ayo statement 1\nada'));
    const entry = {
      entryId: '7', at: '2026-11-21T10:00:00.000Z', kind: 'deposit', account: 'real', amount: 500_000, balanceBefore: 0,
      balanceAfter: 500_000, reference: 'dep-1',
    };
    const start = statementStart('ada');
    expect(entryHash(start, entry)).toBe(sha256(`${start}\n7\n2026-11-21T10:00:00.000Z\ndeposit\nreal\n500000\n0\n500000\ndep-1`));
    expect(entryHash(start, entry)).toBe('f569b964589acc8c3a61940acc6e662bff490f813028e101d0b1ed83205f94e7');
  });

  it('is refused for a field that could be read as two', () => {
    const [page] = statement(MOVES);
    const entry = page!.items[0]!;
    expect(() => entryHash(page!.previous, { ...entry, reference: 'a\nb' })).toThrow(RangeError);
    expect(() => entryHash(page!.previous, { ...entry, reference: 'a b' })).toThrow(RangeError);
    expect(() => entryHash(page!.previous, { ...entry, kind: 'gewonnené' })).toThrow(RangeError);
  });
});

describe('checking a statement', () => {
  it('of an honest platform finds nothing, whatever the pages, and says from when to when', () => {
    for (const size of [1, 3, 500]) {
      expect(verifyStatement(statement(MOVES, size))).toMatchObject({
        ok: true, entries: MOVES.length, from: '2026-11-21T10:00:00.000Z', to: '2026-11-21T10:00:07.000Z',
      });
    }
    expect(verifyStatement(statement([]))).toEqual({ ok: true, entries: 0, from: null, to: null, head: statementStart(USER) });
  });

  it('finds every change of every field of every entry, at that entry', () => {
    const [page] = statement(MOVES);
    const fields = Object.keys(page!.items[0]!) as (keyof StatementEntry)[];
    fc.assert(
      fc.property(fc.nat(MOVES.length - 1), fc.constantFrom(...fields), fc.integer({ min: 1, max: 9 }), (index, field, by) => {
        const verdict = verifyStatement(
          changed((entries) => entries.map((entry, at) => {
            if (at !== index) return entry;
            const value = entry[field];
            return { ...entry, [field]: typeof value === 'number' ? value + by : `${value}${by}` };
          })),
        );
        expect(verdict).toMatchObject({ ok: false, index });
      }),
      { seed: 20_261_121, numRuns: 400 },
    );
  });

  it('says what is wrong: an amount, a figure that adds up, an entry out of its place, one taken out, one added', () => {
    const verdictOf = (change: (entries: StatementEntry[]) => StatementEntry[]) => {
      const verdict = verifyStatement(changed(change));
      return verdict.ok ? 'ok' : [verdict.fault, verdict.index];
    };
    const at = (index: number, change: Partial<StatementEntry>) => (entries: StatementEntry[]) =>
      entries.with(index, { ...entries[index]!, ...change });
    expect(verdictOf(at(2, { amount: 99_999 }))).toEqual(['balance', 2]);
    expect(verdictOf(at(2, { kind: 'bonus' }))).toEqual(['hash', 2]);
    expect(verdictOf(at(7, { amount: -2, balanceAfter: 407_048 }))).toEqual(['hash', 7]);
    expect(verdictOf((entries) => entries.toSpliced(1, 2, entries[2]!, entries[1]!))).toEqual(['balance', 1]);
    expect(verdictOf((entries) => entries.toSpliced(5, 1, entries[6]!, entries[5]!))).toEqual(['hash', 5]);
    expect(verdictOf((entries) => entries.toSpliced(1, 1))).toEqual(['balance', 1]);
    // Both of the held account's entries: its balance shows no gap, the chain does.
    expect(verdictOf((entries) => entries.toSpliced(4, 2))).toEqual(['hash', 4]);
    expect(verdictOf((entries) => entries.toSpliced(2, 0, entries[1]!))).toEqual(['order', 2]);
    expect(verdictOf((entries) => entries.slice(0, -1))).toEqual(['head', 7]);
    expect(verdictOf(at(3, { reference: 'ünknown' }))).toEqual(['hash', 3]);
  });

  it('refuses one that begins later, is another player’s in parts, or lacks a page', () => {
    const wrongOf = (pages: readonly StatementPage[]) => {
      const verdict = verifyStatement(pages);
      return verdict.ok ? 'ok' : verdict.fault;
    };
    const pages = statement(MOVES, 3);
    expect(wrongOf([])).toBe('start');
    expect(wrongOf(pages.slice(1))).toBe('start');
    expect(wrongOf([pages[0]!, pages[2]!])).toBe('order');
    expect(wrongOf(pages.slice(0, 2))).toBe('head');
    expect(wrongOf(pages.map((page) => ({ ...page, userId: 'somebody-else-0001' })))).toBe('start');
    expect(wrongOf([pages[0]!, { ...pages[1]!, userId: 'somebody-else-0001' }])).toBe('order');
    expect(wrongOf([...statement([]), ...statement(MOVES)])).toBe('ok');
  });

  it('can’t show that a whole chain was made anew; only a head that was stored before shows that', () => {
    const before = verifyStatement(statement(MOVES));
    const after = verifyStatement(statement(MOVES.with(2, ['real', 'win', 1])));
    expect(after).toMatchObject({ ok: true });
    expect(after.ok && before.ok && after.head !== before.head).toBe(true);
  });
});
