import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatement } from '../../server/cashier/statement/statement';
import { migrate } from '../../server/db/migrate';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import { post } from '../../server/ledger/post';
import type { Move } from '../../server/ledger/post';
import { checkMoneyNow } from '../../server/money-watch';
import { playRound } from '../../src/core/contract/games';
import { getHealth } from '../../src/core/contract/platform';
import { getStatement } from '../../src/core/contract/statement';
import type { StatementPage } from '../../src/core/contract/statement';
import { kobo } from '../../src/core/money';
import { statementStart, verifyStatement } from '../../src/core/statement';
import { testDatabase } from '../support/database';
import { HERE } from '../support/caller-places';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney, makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

let test: TestPlatform;
beforeAll(async () => {
  test = await testPlatform();
});
afterAll(() => test.close());

let references = 0;
function submit(userId: string, ...moves: Move[]): Promise<unknown> {
  references += 1;
  return submitAs(`ref-${references}`, userId, ...moves);
}
function submitAs(reference: string, userId: string, ...moves: Move[]): Promise<unknown> {
  return transaction(test.pool, (tx) => post(tx, { userId, kind: 'round', reference, at: test.platform.now(), place: HERE, moves }));
}
const stake = (amount: number): Move => ({ kind: 'stake', from: 'real', to: 'house', amount: kobo(amount) });
const win = (amount: number): Move => ({ kind: 'win', from: 'house', to: 'real', amount: kobo(amount) });
const hold = (amount: number): Move => ({ kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(amount) });
const payOut = (amount: number): Move => ({ kind: 'withdrawal', from: 'held', to: 'gateway', amount: kobo(amount) });
const bonus = (amount: number): Move => ({ kind: 'bonus', from: 'bonus-cost', to: { bonus: 'w-1' }, amount: kobo(amount) });

/** All pages, as the app collects them. */
async function pagesOf(userId: string, limit?: number): Promise<StatementPage[]> {
  const pages: StatementPage[] = [];
  for (let after: string | null = null; ; after = pages.at(-1)?.next ?? null) {
    pages.push(await readStatement(test.platform, { userId, after: after === null ? null : Number(after), ...(limit && { limit }) }));
    if (pages.at(-1)?.next === null) return pages;
  }
}

const tell = (client: TestClient, query: { after?: string } = {}) =>
  client.call(getStatement, { params: { userId: client.session!.userId }, query });

describe('the statement of a player', () => {
  it('is the chain of all accounts, oldest first, in kobo, and can be checked by whoever has it', async () => {
    const player = await test.signUp();
    const { userId } = player.session!;
    await giveMoney(test.pool, userId, kobo(500_000));
    await submit(userId, stake(5_000), win(12_050));
    await submitAs('wd-1', userId, hold(100_000));
    await submitAs('wd-1', userId, payOut(100_000));
    await submit(userId, bonus(700));

    const { data } = await tell(player);
    expect(data.items.map((entry) => [entry.kind, entry.account, entry.amount, entry.balanceBefore, entry.balanceAfter])).toEqual([
      ['deposit', 'real', 500_000, 0, 500_000],
      ['stake', 'real', -5_000, 500_000, 495_000],
      ['win', 'real', 12_050, 495_000, 507_050],
      ['withdrawal', 'real', -100_000, 507_050, 407_050],
      ['withdrawal', 'held', 100_000, 0, 100_000],
      ['withdrawal', 'held', -100_000, 100_000, 0],
      ['bonus', 'bonus:w-1', 700, 0, 700],
    ]);
    expect(data).toMatchObject({ userId, previous: statementStart(userId), next: null, head: { entries: 7 } });
    expect(verifyStatement([data])).toMatchObject({ ok: true, entries: 7, head: data.head.hash });
    expect(verifyStatement(await pagesOf(userId, 2))).toMatchObject({ ok: true, entries: 7 });
  });

  it('can be read from any entry on, with the hash before it, 500 entries at once', async () => {
    const player = await test.signUp();
    const { userId } = player.session!;
    await giveMoney(test.pool, userId, kobo(1_000_000));
    for (let round = 0; round < 252; round += 1) await submit(userId, stake(1_000), win(1_000));
    const first = (await tell(player)).data;
    expect([first.items.length, first.next, first.head.entries]).toEqual([500, first.items.at(-1)?.entryId, 505]);
    const rest = (await tell(player, { after: first.next! })).data;
    expect([rest.items.length, rest.next, rest.previous]).toEqual([5, null, first.items.at(-1)?.hash]);
    expect(verifyStatement([first, rest])).toMatchObject({ ok: true, entries: 505 });
  });

  it('of somebody without a movement is empty and whole', async () => {
    const { data } = await tell(await test.signUp());
    expect(data).toMatchObject({ items: [], next: null, head: { entries: 0 } });
    expect(verifyStatement([data])).toMatchObject({ ok: true, entries: 0 });
  });

  it('does not go on after an entry of nobody, of somebody else or of the house', async () => {
    const [player, other] = await Promise.all([test.signUp(), test.signUp()]);
    await giveMoney(test.pool, other.session!.userId, kobo(1_000));
    const theirs = (await tell(other)).data.items[0]!.entryId;
    for (const after of [theirs, String(Number(theirs) + 1), '999999999999999']) {
      expect((await tell(player, { after })).problem, after).toMatchObject({ status: 400, code: 'bad-request' });
    }
    const path = `/api/v1/player/${player.session!.userId}/statement?after=x`;
    expect((await player.request('GET', path)).status).toBe(400);
  });

  it('stays whole when 16 connections move the money of one player at the same time, and when postings are refused', async () => {
    const userId = await makePlayer(test.pool);
    await giveMoney(test.pool, userId, kobo(20_000));
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => submit(userId, stake(1_000), ...(n % 3 === 0 ? [win(700)] : []))),
    );
    expect(results.some(({ status }) => status === 'rejected')).toBe(true);
    const pages = await pagesOf(userId, 7);
    expect(verifyStatement(pages)).toMatchObject({ ok: true, entries: pages[0]?.head.entries });
    expect(await findViolations(test.pool)).toEqual([]);
  });
});

describe('what was written', () => {
  // Other sums of money than those of deposits: all the cashier's invariants hold before anything is changed.
  const give = (userId: string, amount: number) =>
    submit(userId, { kind: 'adjustment', from: 'house', to: 'real', amount: kobo(amount) });
  beforeAll(async () => {
    await test.close();
    test = await testPlatform();
  });

  /** Changes rows with the triggers off, as somebody could who owns the database. */
  async function tamper(sql: string): Promise<void> {
    const tables = ['ledger_entry', 'ledger_transaction', 'ledger_account'];
    const all = (what: string) => tables.map((table) => `ALTER TABLE ${table} ${what} TRIGGER USER`).join('; ');
    await transaction(test.pool, async (tx) => {
      await tx.query(`${all('DISABLE')}; ${sql}; ${all('ENABLE')}`);
    });
  }

  /** The counters of the day notice some of it, too. */
  const chainViolations = () => findViolations(test.pool);

  it('is found when it was changed afterwards: money stops and health says 503; once it is put back, everything goes on', async () => {
    const player = await test.signUp();
    const { userId } = player.session!;
    await give(userId, 100_000);
    await submit(userId, stake(5_000), win(12_050));
    const [page] = await pagesOf(userId);
    const { entryId, kind } = page!.items[1]!;

    await tamper(`UPDATE ledger_entry SET kind = 'bonus' WHERE entry_id = ${entryId}`);
    expect(await chainViolations()).toEqual([
      expect.objectContaining({ id: 'I10', count: 1, examples: [`entry ${entryId} does not fit its hash`] }),
    ]);
    expect(await checkMoneyNow(test.platform)).toBe(false);
    const health = await test.client().call(getHealth, {});
    expect([health.status, health.text]).toEqual([503, expect.stringContaining('"money":false')]);
    const play = () =>
      player.call(playRound, {
        params: { userId, gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key: `a-key-of-${references}-tries`,
      });
    references += 1;
    expect((await play()).problem).toMatchObject({ status: 503, code: 'money-unavailable' });
    // The check on the player's device finds the changed entry, too.
    expect(verifyStatement(await pagesOf(userId))).toMatchObject({ ok: false, fault: 'hash', index: 1 });

    await tamper(`UPDATE ledger_entry SET kind = '${kind}' WHERE entry_id = ${entryId}`);
    expect(await checkMoneyNow(test.platform)).toBe(true);
    expect((await test.client().call(getHealth, {})).status).toBe(200);
    references += 1;
    expect((await play()).status).toBe(201);
  });

  it('is found by its chain alone in every field, also where all sums still fit', async () => {
    const [userId, other] = await Promise.all([makePlayer(test.pool), makePlayer(test.pool)]);
    for (const each of [userId, other]) {
      await give(each, 100_000);
      await submit(each, stake(5_000), win(12_050));
    }
    const [page] = await pagesOf(userId);
    const [first, second, third] = page!.items;
    const entry = `WHERE entry_id = ${second!.entryId}`;
    const cases: readonly [string, string, string][] = [
      ['kind', `UPDATE ledger_entry SET kind = 'win' ${entry}`, `UPDATE ledger_entry SET kind = 'stake' ${entry}`],
      ['time', `UPDATE ledger_entry SET at = at + interval '1 ms' ${entry}`, `UPDATE ledger_entry SET at = at - interval '1 ms' ${entry}`],
      ['time below a millisecond', `UPDATE ledger_entry SET at = at + interval '1 us' ${entry}`, `UPDATE ledger_entry SET at = at - interval '1 us' ${entry}`],
      ['reference', `UPDATE ledger_transaction SET reference = reference || 'x' WHERE reference = '${second!.reference}'`,
        `UPDATE ledger_transaction SET reference = '${second!.reference}' WHERE reference = '${second!.reference}x'`],
      ['hash', `UPDATE ledger_entry SET hash = sha256(hash) ${entry}`, `UPDATE ledger_entry SET hash = decode('${second!.hash}', 'hex') ${entry}`],
      ['head', `UPDATE ledger_account SET chain_hash = sha256(chain_hash) WHERE account_id = 'real:${userId}'`,
        `UPDATE ledger_account SET chain_hash = decode('${third!.hash}', 'hex') WHERE account_id = 'real:${userId}'`],
      ['length', `UPDATE ledger_account SET chain_length = 4 WHERE account_id = 'real:${userId}'`,
        `UPDATE ledger_account SET chain_length = 3 WHERE account_id = 'real:${userId}'`],
      ['order', swap(second!.entryId, third!.entryId), swap(second!.entryId, third!.entryId)],
      ['whose', moveTo(userId, other), moveTo(other, userId)],
    ];
    for (const [what, change, undo] of cases) {
      await tamper(change);
      const found = await findViolations(test.pool);
      expect(found.map(({ id }) => id), what).toContain('I10');
      await tamper(undo);
      expect(await findViolations(test.pool), `${what}, put back`).toEqual([]);
    }

    function swap(a: string, b: string): string {
      const generated = (how: string) => `ALTER TABLE ledger_entry ALTER entry_id SET GENERATED ${how}`;
      return `${generated('BY DEFAULT')}; UPDATE ledger_entry SET entry_id = -1 WHERE entry_id = ${a};
        UPDATE ledger_entry SET entry_id = ${a} WHERE entry_id = ${b}; UPDATE ledger_entry SET entry_id = ${b} WHERE entry_id = -1;
        ${generated('ALWAYS')}`;
    }
    function moveTo(from: string, to: string): string {
      return `UPDATE ledger_entry SET user_id = '${to}', account_id = 'real:${to}' WHERE entry_id = ${first!.entryId} AND user_id = '${from}'`;
    }
  });

  it('is found when it was cut off at the end, because the account holds the length of its chain', async () => {
    const userId = await makePlayer(test.pool);
    await give(userId, 100_000);
    await submit(userId, stake(5_000));
    await tamper(
      `DELETE FROM ledger_entry WHERE transaction_id = (SELECT max(transaction_id) FROM ledger_entry WHERE user_id = '${userId}');
       DELETE FROM ledger_transaction WHERE transaction_id = (SELECT max(transaction_id) FROM ledger_transaction WHERE user_id = '${userId}');
       UPDATE ledger_account SET balance = 100000 WHERE account_id = 'real:${userId}'`,
    );
    expect(await chainViolations()).toEqual([
      expect.objectContaining({ id: 'I10', examples: [`account real:${userId} has 2 entries in its chain, and there are 1`] }),
    ]);
    expect(verifyStatement(await pagesOf(userId))).toMatchObject({ ok: false, fault: 'head' });
  });

  it('can’t be written by anybody without its hash, nor the house’s side with one', async () => {
    const insert = (account: string, balances: string, hash: string) =>
      test.pool.query(
        `INSERT INTO ledger_entry (transaction_id, account_id, kind, amount, balance_before, balance_after, at, hash)
         VALUES (1, '${account}', 'stake', 1, ${balances}, now(), ${hash})`,
      );
    await expect(insert('real:x', '0, 1', 'NULL')).rejects.toThrow('ledger_entry_chained');
    await expect(insert('house:NGN', 'NULL, NULL', `sha256('x')`)).rejects.toThrow('ledger_entry_chained');
  });
});

describe('entries of before the chain', () => {
  it('are chained by the migration in their order, account by account, and new ones go on from them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ayo-migrations-'));
    const database = await testDatabase({ isMigrated: false });
    try {
      const all = path.join(ROOT, 'server/db/migrations');
      const names = (await readdir(all)).filter((name) => name < '0015').sort();
      for (const name of names.filter((each) => each < '0014')) await cp(path.join(all, name), path.join(folder, name));
      await migrate(database.pool, folder);
      const [ada, obi] = await Promise.all([makePlayer(database.pool), makePlayer(database.pool)]);
      await database.pool.query(
        `INSERT INTO ledger_account (account_id, user_id, kind, currency, balance, version)
         SELECT kind || ':' || who, who, kind, 'NGN', CASE WHEN kind = 'real' THEN 400 ELSE 100 END, 2
         FROM unnest($1::text[]) who, unnest(ARRAY['real', 'held']) kind`,
        [[ada, obi]],
      );
      for (const [reference, account, from, to, at] of [
        ['dep-of-before', 'real', 0, 500, '2026-01-02T09:00:00.007Z'],
        ['out-of-before', 'real', 500, 400, '2026-01-02T09:00:01.5Z'],
        ['out-of-before', 'held', 0, 100, '2026-01-02T09:00:01.5Z'],
      ] as const) {
        for (const who of [ada, obi]) {
          await database.pool.query(
            `WITH made AS (INSERT INTO ledger_transaction (kind, user_id, reference, at) VALUES ('withdrawal', $1, $2, $6) RETURNING transaction_id)
             INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at)
             SELECT transaction_id, $3 || ':' || $1, $1, 'withdrawal', $5::bigint - $4::bigint, $4, $5, $6 FROM made
             UNION ALL SELECT transaction_id, 'house:NGN', $1, 'withdrawal', $4::bigint - $5::bigint, NULL, NULL, $6 FROM made`,
            [who, `${reference}-${who}-${account}`, account, from, to, at],
          );
        }
      }
      await cp(path.join(all, names.at(-1) ?? ''), path.join(folder, names.at(-1) ?? ''));
      expect(await migrate(database.pool, folder)).toEqual(['0014_statement']);

      for (const userId of [ada, obi]) {
        const deps = { pool: database.pool, now: test.platform.now };
        expect(verifyStatement([await readStatement(deps, { userId, after: null })])).toMatchObject({
          ok: true, entries: 3, from: '2026-01-02T09:00:00.007Z', to: '2026-01-02T09:00:01.500Z',
        });
      }
      // New ones are written by the version of today.
      await migrate(database.pool, all);
      for (const userId of [ada, obi]) {
        const deps = { pool: database.pool, now: test.platform.now };
        await giveMoney(database.pool, userId, kobo(10));
        expect(verifyStatement([await readStatement(deps, { userId, after: null })])).toMatchObject({ ok: true, entries: 4 });
      }
      expect((await findViolations(database.pool)).filter(({ id }) => id === 'I10')).toEqual([]);
      await expect(database.pool.query(`UPDATE ledger_entry SET kind = 'x'`)).rejects.toThrow('only ever added');
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
