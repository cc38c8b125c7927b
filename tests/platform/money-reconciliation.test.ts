/** MT9: a statement with 200 seeded differences among what agrees: all of them are found, and nothing else. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, keyOf } from '../../server/cashier/reconcile/compare-statement';
import type { Difference, OurLine } from '../../server/cashier/reconcile/compare-statement';
import { readStatementCsv } from '../../server/cashier/reconcile/statement-csv';
import { nextRunAt, reconcileDue } from '../../server/cashier/reconcile/daily-reconciliation';
import { reconcile } from '../../server/cashier/reconcile/reconcile';
import { runPaymentsDue } from '../../server/cashier/deposits/sweep-deposits';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import type { PaymentGateway, StatementLine } from '../../server/gateways/payment/port';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { formatNaira, kobo } from '../../src/core/money';
import { DAY_MS } from '../../src/core/time';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import type { Cashier } from '../support/deposits';
import { runBuiltCommand } from '../support/operator-command';
import { testPlatform } from '../support/platform';
import { makePlayer } from '../support/players';
import { ask, paidPlayer, readWithdrawal } from '../support/withdrawals';

const seed = process.env['AYO_SEED'] ?? randomBytes(6).toString('hex');
const HOUR_MS = 60 * 60_000;

/** Numbers in [0, 1) that are the same for the same seed. */
function drawFrom(text: string): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${text}/${drawn}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}

let database: TestDatabase;
let cashier: Cashier;
let userId: string;
beforeAll(async () => {
  database = await testDatabase();
  cashier = makeCashier(database.pool);
  userId = await makePlayer(database.pool);
});
afterAll(async () => {
  await database.close();
});

const DIFFERENT = ['missing-here', 'missing-there', 'amount-differs', 'state-differs', 'duplicate'] as const;
const shown = (found: readonly Difference[]): string[] => found.map(({ kind, direction, reference }) => `${kind} ${direction} ${reference}`).sort();

describe('MT9: reconciliation', () => {
  it(`finds 200 of 200 differences among 1,500 lines, and none that is none (AYO_SEED=${seed})`, () => {
    const draw = drawFrom(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T;
    const lines: StatementLine[] = [];
    const ours: OurLine[] = [];
    const expected: OurLine[] = [];
    const seeded: string[] = [];
    for (let n = 0; n < 1_500; n += 1) {
      const direction = pick(['in', 'in', 'out'] as const);
      const reference = `${direction === 'in' ? 'dep' : 'wd'}-${n}-${Math.floor(draw() * 1e9)}`;
      const amount = kobo(10_000 + Math.floor(draw() * 1e8));
      const line: StatementLine = { reference, direction, amount, currency: 'NGN', state: 'success', at: new Date(n) };
      const mine: OurLine = { reference, direction, amount, currency: 'NGN', status: 'done', state: direction === 'in' ? 'success' : 'paid' };
      const put = (theirs: readonly StatementLine[], own: OurLine | null) => {
        lines.push(...theirs);
        if (own === null) return;
        ours.push(own);
        if (own.status === 'done') expected.push(own);
      };
      if (n >= 200) {
        // These lines agree: the money moved on both sides or on neither, whatever each side calls it.
        const isDone = draw() < 0.7;
        const word = pick(['pending', 'failed', 'expired', 'cancelled', 'reversed'] as const);
        const attempts = Array.from({ length: Math.floor(draw() * 3) }, () => ({ ...line, state: pick(['pending', 'failed'] as const) }));
        if (isDone) put([...attempts, line], mine);
        else put(draw() < 0.5 ? [...attempts, { ...line, state: word }] : [], draw() < 0.2 ? null : { ...mine, status: pick(['open', 'ended'] as const), state: 'other' });
        continue;
      }
      const kind = DIFFERENT[n % DIFFERENT.length] ?? 'duplicate';
      seeded.push(`${kind} ${direction} ${reference}`);
      switch (kind) {
        case 'missing-here':
          put([line], null);
          break;
        case 'missing-there':
          put([], mine);
          break;
        case 'amount-differs':
          put([draw() < 0.8 ? { ...line, amount: kobo(amount + pick([-1, 1, 100, -5_000])) } : { ...line, currency: 'USD' }], mine);
          break;
        case 'state-differs':
          if (draw() < 0.5) put([{ ...line, state: pick(['failed', 'reversed', 'pending'] as const) }], mine);
          else put([line], { ...mine, status: pick(['open', 'ended'] as const), state: 'other' });
          break;
        case 'duplicate':
          put([line, { ...line, at: new Date(n + 1) }], mine);
          break;
      }
    }
    lines.sort(() => draw() - 0.5);
    const found = compare(lines, new Map(ours.map((line) => [keyOf(line), line])), expected);
    expect(shown(found)).toEqual([...seeded].sort());
    expect(found).toHaveLength(200);
  });

  it('what the gateway moved and brought back later moved nothing: it differs from paid, and not from given back', () => {
    const line: StatementLine = { reference: 'wd-000000000000', direction: 'out', amount: kobo(5_000), currency: 'NGN', state: 'success', at: new Date(1) };
    const back: StatementLine = { ...line, state: 'reversed', at: new Date(2) };
    const ours = (is: OurLine['status']): OurLine => ({ reference: line.reference, direction: 'out', amount: line.amount, currency: 'NGN', status: is, state: is });
    const against = (is: OurLine['status'], lines: readonly StatementLine[]) => shown(compare(lines, new Map([[keyOf(line), ours(is)]]), []));
    for (const lines of [[line, back], [back, line]]) {
      expect(against('done', lines)).toEqual(['state-differs out wd-000000000000']);
      expect(against('ended', lines)).toEqual([]);
    }
    // Sent back, and sent once more.
    expect(against('done', [line, back, { ...line, at: new Date(3) }])).toEqual([]);
  });

  it('reads our books: deposits of every end, against the statement of the gateway itself', async () => {
    for (const part of [0.01, 0.03, 0.04, 0.05, 0.07]) await cashier.start(userId, 400 + part, randomBytes(16).toString('hex'), { method: 'bank-transfer' });
    const paid = await cashier.start(userId, 900.01);
    for (const { reference } of (await database.pool.query<{ reference: string }>('SELECT reference FROM deposit')).rows) await cashier.notify(cashier.notificationBody(reference));
    const [from, to] = [new Date(cashier.platform.now().getTime() - HOUR_MS), new Date(cashier.platform.now().getTime() + HOUR_MS)];
    const lines = await cashier.gateway.statement(from, to);
    const run = async (changed: readonly StatementLine[]) => (await reconcile(cashier.platform, { gateway: 'simulator', source: 'gateway', from, to, lines: changed })).differences;
    // One kobo too little arrived: it is with people, and it is a difference until they have put it right.
    const mismatch = (await run(lines)).map(({ kind, reference }) => ({ kind, reference }));
    expect(mismatch).toEqual([{ kind: 'amount-differs', reference: expect.stringContaining('dep-') }]);
    const others = lines.filter(({ reference }) => reference !== mismatch[0]?.reference);
    expect(await run(others)).toEqual([]);
    expect(await run(others.filter(({ reference }) => reference !== paid.reference))).toMatchObject([{ kind: 'missing-there', reference: paid.reference }]);
    const stranger: StatementLine = { reference: 'dep-of-nobody-here', direction: 'in', amount: kobo(5), currency: 'NGN', state: 'success', at: from };
    expect(await run([...others, stranger])).toMatchObject([{ kind: 'missing-here', reference: stranger.reference, ours: null }]);
  });

  it('reads withdrawals, too: what the gateway has paid out and what we have', async () => {
    const ayo = await testPlatform();
    const player = await paidPlayer(ayo);
    const { data } = await ask(player, 5_000);
    ayo.pass(30_000);
    await sweepPayouts(ayo.platform);
    ayo.pass(30_000);
    await sweepPayouts(ayo.platform);
    expect((await readWithdrawal(player, data.withdrawalId)).state).toBe('paid');
    const [from, to] = [new Date(ayo.platform.now().getTime() - HOUR_MS), new Date(ayo.platform.now().getTime() + HOUR_MS)];
    const lines = await ayo.platform.gateways.forPayouts.statement(from, to);
    const run = async (changed: readonly StatementLine[]) =>
      (await reconcile(ayo.platform, { gateway: 'simulator', source: 'gateway', from, to, lines: changed })).differences;
    expect(lines).toMatchObject([{ direction: 'out', amount: 5_000_00, state: 'success' }]);
    expect(await run(lines)).toEqual([]);
    expect(await run([])).toMatchObject([{ kind: 'missing-there', direction: 'out' }]);
    expect(await run(lines.map((line) => ({ ...line, state: 'reversed' as const })))).toMatchObject([{ kind: 'state-differs', direction: 'out' }]);
    await ayo.close();
  });

  it('keeps each difference once, and says how many are new', async () => {
    const platform = cashier.platform;
    const line: StatementLine = { reference: 'dep-kept-once-only', direction: 'in', amount: kobo(7_00), currency: 'NGN', state: 'success', at: new Date(0) };
    const statement = { gateway: 'kept', source: 'file', from: new Date(0), to: new Date(1), lines: [line] } as const;
    expect(await reconcile(platform, statement)).toMatchObject({ newCount: 1 });
    expect(await reconcile(platform, statement)).toMatchObject({ newCount: 0, differences: [{ kind: 'missing-here' }] });
    const { rows } = await database.pool.query(`SELECT kind, their_amount, last_found > first_found AS again FROM reconciliation_difference WHERE gateway = 'kept'`);
    expect(rows).toEqual([{ kind: 'missing-here', their_amount: 7_00, again: true }]);
    expect(cashier.log.at(-1)).toMatchObject({ event: 'reconciliation.differences', details: { alert: true, examples: ['missing-here in dep-kept-once-only'] } });
  });
});

describe('the daily reconciliation', () => {
  it('is due at 03:00 in Lagos', () => {
    expect(nextRunAt(new Date('2026-11-21T01:59:59.999Z')).toISOString()).toBe('2026-11-21T02:00:00.000Z');
    expect(nextRunAt(new Date('2026-11-21T02:00:00.000Z')).toISOString()).toBe('2026-11-22T02:00:00.000Z');
  });

  it('is done by one process of many, asks again about what was missed, and is tried again after an hour when there is no statement', async () => {
    const other = await testDatabase();
    let isSilent = false;
    let read = 0;
    const wrap = (simulator: PaymentGateway): PaymentGateway => ({
      ...simulator,
      statement: async (from, to) => {
        read += 1;
        if (isSilent) throw new GatewayUnavailableError('silent');
        return simulator.statement(from, to);
      },
    });
    const daily = makeCashier(other.pool, wrap);
    const player = await makePlayer(other.pool);
    const { depositId, reference } = await daily.start(player, 800);
    await daily.choose(reference, 'paid');
    expect(await reconcileDue(daily.platform)).toEqual([]);
    // The platform missed the notification, and asks nothing by itself.
    await other.pool.query(`UPDATE deposit SET check_after = 'infinity'`);
    daily.pass(DAY_MS);
    isSilent = true;
    expect(await reconcileDue(daily.platform)).toEqual([]);
    isSilent = false;
    expect(await reconcileDue(daily.platform)).toEqual([]);
    daily.pass(HOUR_MS);
    const turns = await Promise.all(Array.from({ length: 8 }, () => reconcileDue(daily.platform)));
    expect(turns.flat()).toEqual(['simulator']);
    expect(read).toBe(2);
    expect([(await daily.deposit(depositId)).state, await daily.readReal(player)]).toEqual(['success', 800_00]);
    expect((await other.pool.query('SELECT lines, differences FROM reconciliation')).rows).toEqual([{ lines: 1, differences: 0 }]);
    await runPaymentsDue(daily.platform);
    await other.close();
  });
});

describe('a statement as a file', () => {
  const HEAD = 'reference,direction,amount,currency,state,at';
  const read = (text: string) => readStatementCsv(text);

  it('is read with its columns in any order, quotes, a byte order mark and Windows line ends', () => {
    const text = '\uFEFFat,State,Reference,note,amount,currency,direction\r\n2026-11-21T10:00:00Z,SUCCESS,dep-1,"a, ""b""\r\nc","5,000.50",NGN,IN\r\n\r\n2026-11-21,settled,wd-1,,7,NGN,out\r\n';
    expect(read(text)).toEqual({ lines: [
      { reference: 'dep-1', direction: 'in', amount: 5_000_50, currency: 'NGN', state: 'success', at: new Date('2026-11-21T10:00:00Z') },
      { reference: 'wd-1', direction: 'out', amount: 7_00, currency: 'NGN', state: 'pending', at: new Date('2026-11-21') },
    ] });
    expect(read(HEAD)).toEqual({ lines: [] });
  });

  it.each([
    ['', 'it lacks reference'],
    ['reference,amount', 'it lacks direction, currency, state, at'],
    [`${HEAD}\ndep-1,in,5,NGN,success`, 'Line 2 has 5 columns instead of 6'],
    [`${HEAD}\ndep-1,in,5,NGN,success,2026-11-21\ndep-2,up,5,NGN,success,2026-11-21`, 'Line 3: the direction "up"'],
    [`${HEAD}\ndep-1,in,five,NGN,success,2026-11-21`, 'Line 2: "five" is no amount'],
    [`${HEAD}\ndep-1,in,-5,NGN,success,2026-11-21`, 'Line 2: "-5" is no amount'],
    [`${HEAD}\ndep-1,in,5,NGN,success,yesterday`, 'Line 2: "yesterday" is no time'],
    [`${HEAD}\n,in,5,NGN,success,2026-11-21`, 'Line 2: there is no reference'],
    [`${HEAD}\ndep"1,in,5,NGN,success,2026-11-21`, 'Line 2 has a quote'],
  ])('of which a line can’t be read is refused whole: %j', (text, says) => {
    const result = read(text);
    expect('error' in result ? result.error : '').toContain(says);
  });

  it('is compared by a command, which prints a table and ends with 2 when something differs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ayo-statement-'));
    const { rows } = await database.pool.query<{ reference: string; amount: number; at: Date }>(
      `SELECT d.reference, d.amount, t.at FROM deposit d JOIN ledger_transaction t USING (transaction_id)`,
    );
    const csv = (extra: string) => [HEAD, ...rows.map(({ reference, amount, at }) => `${reference},in,"${formatNaira(kobo(amount))}",NGN,success,${at.toISOString()}`), extra].join('\n');
    const command = async (text: string) => {
      const file = join(folder, 'statement.csv');
      await writeFile(file, text);
      return runBuiltCommand('node --import tsx server/tools/reconcile.ts', [file, '--gateway', 'simulator'], { DATABASE_URL: database.databaseUrl });
    };
    expect(rows.length).toBeGreaterThan(0);
    expect(await command(csv(''))).toMatchObject({ code: 0, stdout: expect.stringContaining(`${rows.length} lines of simulator, 0 differences`) });
    const different = await command(csv('dep-only-at-theirs-1,in,1.00,NGN,success,2026-11-21T10:00:00Z'));
    expect(different).toMatchObject({ code: 2, stdout: expect.stringMatching(/missing-here +in +dep-only-at-theirs-1 +– +success ₦1\.00/) });
    expect(await command('nothing')).toMatchObject({ code: 1, stderr: expect.stringContaining('must name the columns') });
    await rm(folder, { recursive: true });
  });
});
