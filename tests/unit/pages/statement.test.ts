import { describe, expect, it } from 'vitest';
import { collectStatement, compareWithBooks, fromFile, toFile } from '../../../src/pages/transactions-history/statement/file';
import { brokenWords, words } from '../../../src/pages/transactions-history/statement/words';
import type { StatementEntry, StatementPage } from '../../../src/core/contract/statement';
import { failure } from '../../../src/core/errors';
import type { Result } from '../../../src/core/errors';
import { entryHash, statementStart, verifyStatement } from '../../../src/core/statement';

const USER = 'player-of-the-test-0001';

function entriesOf(count: number): StatementEntry[] {
  let previous = statementStart(USER);
  return Array.from({ length: count }, (_, n) => {
    const entry = {
      entryId: String(n + 1), at: new Date(Date.UTC(2026, 10, 21, 10, n)).toISOString(), kind: 'deposit', account: 'real',
      amount: 100, balanceBefore: 100 * n, balanceAfter: 100 * (n + 1), reference: `dep-${n}`,
    };
    previous = entryHash(previous, entry);
    return { ...entry, hash: previous };
  });
}

/** The platform's books, page by page; they may grow while they are read, and fail now and then. */
function books(size: number) {
  let entries: StatementEntry[] = [];
  const failing = new Set<string | undefined>();
  const cursors: (string | undefined)[] = [];
  return {
    cursors,
    failing,
    grow: (count: number) => {
      entries = entriesOf(count);
    },
    load: async (after: string | undefined): Promise<Result<StatementPage>> => {
      cursors.push(after);
      if (failing.has(after)) return failure('network');
      const start = after === undefined ? 0 : entries.findIndex(({ entryId }) => entryId === after) + 1;
      if (after !== undefined && start === 0) {
        return failure('bad-request', { problem: { title: '', status: 400, code: 'bad-request' } });
      }
      const items = entries.slice(start, start + size);
      const data: StatementPage = {
        userId: USER, currency: 'NGN', items, previous: entries[start - 1]?.hash ?? statementStart(USER),
        next: start + size < entries.length ? (items.at(-1)?.entryId ?? null) : null,
        head: { hash: entries.at(-1)?.hash ?? statementStart(USER), entries: entries.length, at: '2026-11-22T10:00:00.000Z' },
      };
      return { ok: true, data, status: 200, etag: null, savedAt: null, replacedError: null, balanceVersion: null };
    },
  };
}

const quiet = () => undefined;

describe('downloading a statement', () => {
  it('puts all pages into one file, which reads as it was written and is whole', async () => {
    const platform = books(3);
    platform.grow(8);
    const progress: number[] = [];
    const { ok, statement } = await collectStatement(platform.load, null, (count) => progress.push(count));
    expect([ok, progress]).toEqual([true, [3, 6]]);
    const file = toFile(statement!);
    expect(file.split('\n').filter((line) => line.includes('"entryId"'))).toHaveLength(8);
    expect(fromFile(file)).toEqual(statement);
    expect(verifyStatement([statement!])).toMatchObject({ ok: true, entries: 8 });
  });

  it('goes on where a try broke off, also when money moved meanwhile', async () => {
    const platform = books(3);
    platform.grow(8);
    platform.failing.add('6');
    const first = await collectStatement(platform.load, null, quiet);
    expect([first.ok, first.statement?.items.length]).toEqual([false, 6]);
    platform.failing.clear();
    platform.grow(11);
    platform.cursors.length = 0;
    const second = await collectStatement(platform.load, first.statement, quiet);
    expect(platform.cursors).toEqual(['6', '9']);
    expect(verifyStatement([second.statement!])).toMatchObject({ ok: true, entries: 11 });
  });

  it('starts from the beginning when not even the first page came', async () => {
    const platform = books(3);
    platform.failing.add(undefined);
    expect(await collectStatement(platform.load, null, quiet)).toEqual({ ok: false, statement: null });
  });

  it('ends with a platform that gives the same place for ever', async () => {
    const platform = books(3);
    platform.grow(8);
    const stuck = async () => {
      const page = await platform.load('3');
      return page.ok ? { ...page, data: { ...page.data, next: '3' } } : page;
    };
    expect((await collectStatement(stuck, null, quiet)).ok).toBe(false);
  });

  it('of an account without entries is a file, too', async () => {
    const { statement } = await collectStatement(books(3).load, null, quiet);
    expect(verifyStatement([fromFile(toFile(statement!))!])).toMatchObject({ ok: true, entries: 0 });
  });
});

describe('a file', () => {
  it('that is no statement is refused, whatever is in it', () => {
    for (const text of ['', '{', '[]', 'null', '"x"', '{"items":[]}', 'time (Lagos),kind', `{"userId":"a","currency":"USD","items":[]}`]) {
      expect(fromFile(text), text).toBeNull();
    }
  });
});

describe('comparing with the books', () => {
  it('tells whether the books still continue from the last entry', async () => {
    const platform = books(3);
    platform.grow(4);
    const { statement } = await collectStatement(platform.load, null, quiet);
    platform.grow(9);
    expect(await compareWithBooks(statement!, platform.load)).toBe('same');
    const forged = { ...statement!, items: statement!.items.with(3, { ...statement!.items[3]!, hash: 'ab'.repeat(32) }) };
    expect(await compareWithBooks(forged, platform.load)).toBe('differ');
    platform.grow(2);
    expect(await compareWithBooks(statement!, platform.load)).toBe('differ');
    platform.failing.add('4');
    expect(await compareWithBooks(statement!, platform.load)).toBe('unknown');
    expect(await compareWithBooks({ ...statement!, items: [] }, platform.load)).toBe('unknown');
  });
});

describe('the words about a check', () => {
  it('names the entry, in the words of the page', async () => {
    const platform = books(9);
    platform.grow(3);
    const { statement } = await collectStatement(platform.load, null, quiet);
    const pageOf = (items: readonly StatementEntry[]) => {
      const verdict = verifyStatement([{ ...statement!, items: [...items] }]);
      return verdict.ok ? words.wholeText(verdict) : brokenWords(verdict);
    };
    const { items } = statement!;
    expect(pageOf(items)).toBe('3 entries, from 21/11/2026, 11:00 to 21/11/2026, 11:02. Every fingerprint and every balance fits.');
    expect(pageOf(items.with(1, { ...items[1]!, reference: 'dep-9' }))).toMatch(/^Entry 2 \(Deposit, Real money, 21\/11\/2026, 11:01\): It is not what/);
    expect(pageOf(items.slice(0, 2))).toMatch(/^After 2 entries: It stops too early/);
    expect(pageOf(items.slice(1))).toMatch(/^Entry 1 \(.*\): Its balance does not follow/);
  });
});
