import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../src/core/contract/cashier';
import { failure } from '../../../src/core/errors';
import { collect } from '../../../src/pages/transactions-history/collect';
import { toCsv } from '../../../src/pages/transactions-history/csv';
import { answer } from './support';

const entry = (more: Partial<Transaction> = {}): Transaction => ({
  entryId: '7',
  at: '2026-11-21T22:30:05.000Z',
  kind: 'stake',
  account: 'real',
  amount: -50,
  currency: 'NGN',
  balanceBefore: 100.5,
  balanceAfter: 50.5,
  reference: 'round-1',
  ...more,
});
const rowsOf = (csv: string) => csv.replace('\uFEFF', '').split('\r\n');

describe('the file of transactions', () => {
  it('has a heading, a row for each entry with times as in Lagos, and amounts that can be summed', () => {
    expect(rowsOf(toCsv([entry()]))).toEqual([
      'time (Lagos),kind,account,amount,currency,balance before,balance after,reference,entry',
      '2026-11-21 23:30:05,stake,real,-50.00,NGN,100.50,50.50,round-1,7',
      '',
    ]);
  });

  it('begins with the byte order mark that spreadsheets look for', () => {
    expect(toCsv([]).startsWith('\uFEFFtime')).toBe(true);
  });

  it('puts what has commas, quotes or line breaks into quotes', () => {
    expect(rowsOf(toCsv([entry({ reference: 'a "b", c' })]))[1]).toContain(',"a ""b"", c",');
  });

  it('never lets a text run as a formula', () => {
    for (const reference of ['=1+1', '+1', '-1', '@A1', '\tx']) {
      expect(rowsOf(toCsv([entry({ reference })]))[1]).toContain(`,'${reference},`);
    }
  });
});

describe('collecting the entries', () => {
  const pages = (...sizes: number[]) =>
    sizes.map((size, at) =>
      answer({
        items: Array.from({ length: size }, (_, item) => entry({ entryId: `${at}-${item}` })),
        next: at + 1 < sizes.length ? `c${at + 1}` : null,
      }),
    );
  const loader = (list: ReturnType<typeof pages>) => (cursor: string | undefined) =>
    Promise.resolve(list[cursor === undefined ? 0 : Number(cursor.slice(1))] ?? failure('network'));

  it('goes through all pages in order and tells how far it is', async () => {
    const progress: number[] = [];
    const collected = await collect(loader(pages(2, 2, 1)), (count) => progress.push(count));
    expect(collected).toMatchObject({ ok: true, isPartial: false });
    expect(collected.ok && collected.entries.map(({ entryId }) => entryId)).toEqual(['0-0', '0-1', '1-0', '1-1', '2-0']);
    expect(progress).toEqual([2, 4]);
  });

  it('stops at the limit and says that there is more', async () => {
    const collected = await collect(loader(pages(2, 2, 2)), () => undefined, 3);
    expect(collected).toMatchObject({ ok: true, isPartial: true });
    expect(collected.ok && collected.entries).toHaveLength(3);
  });

  it('is not cut when the limit is exactly what there is', async () => {
    expect(await collect(loader(pages(2, 2)), () => undefined, 4)).toMatchObject({ ok: true, isPartial: false });
  });

  it('makes no file with a gap in it', async () => {
    const list = [...pages(2, 2).slice(0, 1), failure('timeout')];
    const collected = await collect((cursor) => Promise.resolve(list[cursor === undefined ? 0 : 1] ?? failure('network')), () => undefined);
    expect(collected).toEqual({ ok: false });
  });

  it('makes no file from what the device has stored', async () => {
    const stored = answer({ items: [entry()], next: null }, 5);
    expect(await collect(() => Promise.resolve(stored), () => undefined)).toEqual({ ok: false });
  });

  it('ends with a platform that gives the same place for ever', async () => {
    const again = answer({ items: [entry()], next: 'same' });
    expect(await collect(() => Promise.resolve(again), () => undefined)).toEqual({ ok: false });
  });
});
