/** Reports: days are closed once, every figure is the sum of its entries, and opens down to them. Over HTTP, on random postings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDays } from '../../server/reports/close-days';
import { CLOSED_QUERIES } from '../../server/reports/read-report';
import { entriesSql } from '../../server/reports/entries';
import { WATCHED_RULES, watchRisk } from '../../server/risk/watch';
import { playRound } from '../../src/core/contract/games';
import { exportReport, readLargePayments, readReport, readReportEntries } from '../../src/core/contract/reports';
import type { Report, ReportEntry, ReportPart } from '../../src/core/contract/reports';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { kobo } from '../../src/core/money';
import { BREAKDOWN_KEYS, FIGURE_KEYS, figuresOf, REPORT_ACCOUNTS } from '../../src/core/reports/figure-words';
import type { SideSums } from '../../src/core/reports/figure-words';
import { DAY_MS, HOUR_MS, lagosDayStart, MINUTE_MS } from '../../src/core/time';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { addLargeLedger } from '../support/large-ledger';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { explain, recordStatements } from '../support/query-plans';
import type { Statement } from '../support/query-plans';
import { addRandomPostings, moveCheckpoint, postAt } from '../support/report-stage';
import { isLong, randomFrom, seedOf } from '../support/seeds';
import { paidPlayer } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
const PERIOD = { from: '2026-11-18', to: '2026-11-21' };
const count = isLong ? 600 : 150;

let ayo: TestPlatform;
let owner: TestClient;
let sade: PaidPlayer;
/** Which days each of two processes closed, that tried at the same time. */
let closedBy: readonly (readonly string[])[];

beforeAll(async () => {
  ayo = await testPlatform({ config: { largePaymentsFrom: kobo(2_000_000_00) } });
  const random = randomFrom(seedOf('reports'));
  await addRandomPostings(ayo.pool, random, { from: new Date(lagosDayStart('2026-11-18')), days: 3, count });
  owner = await ayo.signUpAdmin();
  sade = await paidPlayer(ayo);
  await ayo.pool.query(`UPDATE player SET street = 'Allen Avenue', city = 'Ikeja', state = 'LA' WHERE user_id = $1`, [sade.userId]);
  for (let n = 0; n < 3; n += 1) {
    ayo.pass(5_000);
    const { status } = await sade.client.call(playRound, { params: { userId: sade.userId, gameId: 'adire-gold' }, key: newKey(), body: { stake: 100, currency: 'NGN', bet: {} } });
    expect(status).toBe(201);
  }
  await moveCheckpoint(ayo.platform);
  ayo.pass(lagosDayStart('2026-11-22') + HOUR_MS - ayo.platform.now().getTime());
  closedBy = await Promise.all([closeDays(ayo.platform), closeDays(ayo.platform)]);
  // Whoever found the other one at work comes again.
  closedBy = [...closedBy, await closeDays(ayo.platform)];
}, 10 * MINUTE_MS);
afterAll(() => ayo.close());

const read = async (period = PERIOD): Promise<Report> => (await owner.call(readReport, { query: period })).data;

/** The figures of a day's entries, summed without anything of the reports but the definitions. */
async function sumEntries(condition: string): Promise<ReturnType<typeof figuresOf>> {
  const { rows } = await ayo.pool.query<SideSums>(
    `SELECT regexp_replace(account_id, '^(real|held|suspense|bonus|house:adjustments|house|gateway|bonus-cost):.*$', '\\1') AS account, kind AS "entryKind",
       coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS credited, coalesce(sum(-amount) FILTER (WHERE amount < 0), 0)::bigint AS debited
     FROM ledger_entry WHERE ${condition} GROUP BY 1, 2`,
  );
  return figuresOf(rows);
}
const inKobo = (figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([key, amount]) => [key, Math.round(amount * 100)]));

type ListBody = Omit<BodyOf<typeof readReportEntries>, 'cursor' | 'limit'>;
async function openAll(body: ListBody, limit = 100): Promise<ReportEntry[]> {
  const items: ReportEntry[] = [];
  let cursor: string | undefined;
  do {
    const { data, status } = await owner.call(readReportEntries, { body: { ...body, limit, ...(cursor !== undefined && { cursor }) } });
    expect(status).toBe(200);
    items.push(...data.items);
    cursor = data.next ?? undefined;
  } while (cursor !== undefined);
  return items;
}
const sumOf = (items: readonly ReportEntry[]): number => items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

describe('closed days', () => {
  it('are each closed once, by one of two processes, and never again', async () => {
    expect(closedBy.flat().toSorted()).toEqual(DAYS);
    expect(await closeDays(ayo.platform)).toEqual([]);
  });

  it('have the sums of their entries, whatever was posted', async () => {
    const report = await read();
    expect(report).toMatchObject({ closedTo: '2026-11-21', late: null, open: null });
    expect(report.days.map(({ day }) => day)).toEqual(DAYS);
    for (const { day, figures } of report.days) expect({ day, figures: inKobo(figures) }).toEqual({ day, figures: await sumEntries(`lagos_day(at) = '${day}'`) });
    expect(inKobo(report.closed)).toEqual(await sumEntries('true'));
    expect(report.closed.ggr).toBeCloseTo(report.closed.stakes - report.closed.returned - report.closed.wins, 2);
    expect(report.closed.ngr).toBeCloseTo(report.closed.ggr - report.closed.bonusCost, 2);
  });

  it('say what the accounts held at their end, which is zero in all', async () => {
    const { days } = await read();
    for (const { day, balances } of days) {
      const { rows } = await ayo.pool.query<{ total: number }>(
        `SELECT coalesce(sum(amount), 0)::bigint AS total FROM ledger_entry WHERE account_id ~ '^(real|held|suspense):' AND lagos_day(at) <= $1`, [day],
      );
      expect(Math.round(((balances?.['real'] ?? 0) + (balances?.['held'] ?? 0) + (balances?.['suspense'] ?? 0)) * 100)).toBe(rows[0]?.total);
      expect(REPORT_ACCOUNTS.reduce((sum, account) => sum + (balances?.[account] ?? 0), 0)).toBeCloseTo(0, 2);
    }
  });

  it('are broken down by game, method and state without a remainder', async () => {
    const { breakdowns, closed } = await read();
    for (const breakdown of BREAKDOWN_KEYS) {
      for (const key of FIGURE_KEYS) {
        const total = breakdowns[breakdown].reduce((sum, { figures }) => sum + Math.round(figures[key] * 100), 0);
        expect({ breakdown, key, total }).toEqual({ breakdown, key, total: Math.round(closed[key] * 100) });
      }
    }
    expect(breakdowns.game.find(({ value }) => value === 'adire-gold')).toMatchObject({ name: 'Adire Gold', figures: { stakes: 300 } });
    expect(breakdowns.state.find(({ value }) => value === 'LA')?.figures).toMatchObject({ stakes: 300, deposits: 100_000 });
    expect(breakdowns.method.map(({ value }) => value)).toContain('payout');
  });

  it('are never changed, and get no more rows', async () => {
    for (const statement of [
      `UPDATE report_sum SET credited = credited + 1`, 'DELETE FROM report_sum', 'TRUNCATE report_sum', 'UPDATE report_day SET entries = 0', 'DELETE FROM report_balance',
      `INSERT INTO report_sum VALUES ('2026-11-20', '2026-11-20', 'all', '', 'house', 'other', 'stake', 1, 0, 1)`,
      `INSERT INTO report_balance VALUES ('2026-11-20', 'other', 1)`,
      `INSERT INTO report_day SELECT '2026-11-30', next_after, last_entry, next_after, 0, closed_at FROM report_day ORDER BY day DESC LIMIT 1`,
    ]) await expect(ayo.pool.query(statement), statement).rejects.toThrow(/only ever added|no more rows|does not follow/);
  });
});

describe('a figure', () => {
  it('opens down to entries that sum to it, in pages, and each list is a line in the trail', async () => {
    const { closed } = await read();
    for (const figure of FIGURE_KEYS) {
      const items = await openAll({ ...PERIOD, figure, part: 'closed' });
      expect({ figure, sum: sumOf(items) }).toEqual({ figure, sum: Math.round(closed[figure] * 100) });
      expect(new Set(items.map(({ entryId }) => entryId)).size).toBe(items.length);
    }
    const one = await openAll({ from: '2026-11-21', to: '2026-11-21', figure: 'ggr', part: 'closed', by: { breakdown: 'game', value: 'adire-gold' } }, 2);
    expect(one.every(({ game, playerId }) => game === 'adire-gold' && playerId === sade.userId)).toBe(true);
    expect(one.filter(({ kind }) => kind === 'stake')).toHaveLength(3);
    const { rows } = await ayo.pool.query(`SELECT after FROM admin_audit WHERE action = 'report-opened' AND subject = 'report 2026-11-21 2026-11-21'`);
    expect(rows).toEqual([{ after: { from: '2026-11-21', to: '2026-11-21', figure: 'ggr', part: 'closed', game: 'adire-gold' } }]);
  });

  it('is for owners and payments alone', async () => {
    for (const [roles, status] of [[['support'], 403], [['risk', 'games'], 403], [['payments'], 200]] as const) {
      const client = await ayo.signUp();
      await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
      await insertAdmin(ayo.pool, userIdOf(client), { roles });
      expect((await client.call(readReport, { query: PERIOD })).status).toBe(status);
      expect((await client.call(readReportEntries, { body: { ...PERIOD, figure: 'ggr', part: 'closed' } })).status).toBe(status);
      expect((await client.call(readLargePayments, { body: PERIOD })).status).toBe(status);
      expect((await client.call(exportReport, { body: { ...PERIOD, what: 'days' } })).status).toBe(status);
    }
  });

  it('is refused for a period that no report covers', async () => {
    for (const query of [{ from: '2026-11-21', to: '2026-11-20' }, { from: '2024-01-01', to: '2026-11-20' }]) {
      expect(statusAndCode(await owner.call(readReport, { query }))).toEqual([400, 'validation']);
    }
    expect(statusAndCode(await owner.call(readReportEntries, { body: { ...PERIOD, figure: 'ggr', part: 'closed', cursor: 'x' } }))).toEqual([400, 'bad-request']);
    expect(statusAndCode(await owner.call(readLargePayments, { body: { ...PERIOD, cursor: 'x' } }))).toEqual([400, 'bad-request']);
  });
});

describe('a file', () => {
  const save = async (body: Omit<BodyOf<typeof exportReport>, 'from' | 'to'>) => (await owner.call(exportReport, { body: { ...PERIOD, ...body } })).data;

  it('runs nothing in a spreadsheet, has the figures, and is a line in the trail', async () => {
    const at = ayo.platform.now();
    const deposit = (reference: string) => postAt(ayo.pool, { userId: sade.userId, kind: 'deposit', reference, at, moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(100) }] });
    for (const reference of ['=HYPERLINK("http://x.example","a,b")', '+1', '@SUM(A1)', '-1']) await deposit(reference);
    const { csv, lines } = (await owner.call(exportReport, { body: { from: '2026-11-22', to: '2026-11-22', what: 'entries', figure: 'deposits', part: 'open' } })).data;
    expect(lines).toBe(4);
    for (const cell of [`,"'=HYPERLINK(""http://x.example"",""a,b"")",`, `,'+1,`, `,'@SUM(A1),`, `,'-1,`]) expect(csv).toContain(cell);
    const days = await save({ what: 'days' });
    expect(days.lines).toBe(DAYS.length);
    expect(days.csv.split('\r\n')[1]).toMatch(/^2026-11-18,closed,-?\d+\.\d\d,/);
    for (const what of BREAKDOWN_KEYS) expect((await save({ what })).lines).toBeGreaterThan(0);
    expect((await save({ what: 'entries', figure: 'register', part: 'closed' })).lines).toBe((await openAll({ ...PERIOD, figure: 'register', part: 'closed' })).length);
    const register = (client: TestClient) => client.call(exportReport, { body: { ...PERIOD, what: 'entries', figure: 'register', part: 'closed' } });
    expect((await register(owner)).data.csv).toContain(',Ada Obi,"Allen Avenue, Ikeja, Lagos"\r\n');
    const { rows: [noted] } = await ayo.pool.query<{ total: number }>(`SELECT count(*) AS total FROM admin_audit WHERE action = 'report-exported'`);
    // The open entries, days, three breakdowns, the register twice, and the days that the role for payments saved.
    expect(noted?.total).toBe(8);
  });
});

describe('what comes late', () => {
  it('stands beside the closed figures, before and after the next day is closed, and changes none of them', async () => {
    const before = await read();
    const late = { userId: sade.userId, kind: 'deposit', at: new Date(lagosDayStart('2026-11-19') + 12 * HOUR_MS) } as const;
    await postAt(ayo.pool, { ...late, reference: 'late-1', moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(12_345) }] });
    const check = async (): Promise<void> => {
      const now = await read();
      expect({ ...now, late: null, days: now.days.map((day) => ({ ...day, late: null })), closedTo: null }).toEqual({ ...before, closedTo: null });
      expect(now.late?.deposits).toBe(123.45);
      expect(now.days.find(({ day }) => day === '2026-11-19')?.late).toMatchObject({ deposits: 123.45, cashFlow: 123.45, ggr: 0 });
      const items = await openAll({ ...PERIOD, figure: 'deposits', part: 'late' });
      expect(items.map(({ reference, day, amount }) => ({ reference, day, amount }))).toEqual([{ reference: 'late-1', day: '2026-11-19', amount: 123.45 }]);
      for (const part of ['closed', 'open'] satisfies ReportPart[]) {
        expect((await openAll({ ...PERIOD, figure: 'deposits', part })).some(({ reference }) => reference === 'late-1')).toBe(false);
      }
    };
    await check();
    // A day without a checkpoint at its end is not closed.
    ayo.pass(DAY_MS);
    expect(await closeDays(ayo.platform)).toEqual([]);
    await moveCheckpoint(ayo.platform);
    expect(await closeDays(ayo.platform)).toEqual(['2026-11-22']);
    await check();
    const last = (await read({ from: '2026-11-22', to: '2026-11-22' })).days[0];
    const { rows } = await ayo.pool.query<{ total: number }>(`SELECT sum(amount)::bigint AS total FROM ledger_entry WHERE account_id LIKE 'real:%'`);
    expect(Math.round((last?.balances?.['real'] ?? 0) * 100)).toBe(rows[0]?.total);
    expect(last?.figures.deposits).toBe(4);
  });
});

describe('large payments', () => {
  it('are the days on which one person’s payments in one direction reach the amount together', async () => {
    const pay = (naira: number, minutes: number) => postAt(ayo.pool, {
      userId: sade.userId, kind: 'deposit', reference: `large-${minutes}`, at: new Date(ayo.platform.now().getTime() + minutes * MINUTE_MS),
      moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(naira * 100) }],
    });
    const today = { from: '2026-11-23', to: '2026-11-23' };
    await pay(1_200_000, 1);
    expect((await owner.call(readLargePayments, { body: today })).data).toEqual({ items: [], next: null, from: 2_000_000 });
    await pay(800_000, 2);
    expect((await owner.call(readLargePayments, { body: today })).data.items).toMatchObject([
      { day: '2026-11-23', direction: 'in', playerId: sade.userId, count: 2, total: 2_000_000, largest: 1_200_000 },
    ]);
    expect((await owner.call(exportReport, { body: { ...today, what: 'large' } })).data.csv).toContain('2000000.00,1200000.00');
  });
});

describe('a large ledger', () => {
  const from = new Date('2026-08-31T23:00:00Z');
  const now = () => new Date('2026-10-02T12:00:00Z');
  let database: TestDatabase;
  let entries: number;
  beforeAll(async () => {
    database = await testDatabase();
    entries = await addLargeLedger(database.pool, { ...(isLong ? { players: 10_000, rounds: 44 } : { players: 100, rounds: 40 }), from, days: 30 });
    await database.pool.query('UPDATE ledger_checkpoint SET last_entry = (SELECT max(entry_id) FROM ledger_entry)');
  }, 60 * 60_000);
  afterAll(() => database.close());

  it('has months that are read from closed days without the entries, in five seconds at most with a million of them, and entries are found by indexes', async () => {
    const closeStart = performance.now();
    expect(await closeDays({ pool: database.pool, now })).toContain('2026-09-30');
    const closeMs = performance.now() - closeStart;
    await database.pool.query('ANALYZE');
    const month = ['2026-09-01', '2026-09-30'];
    const readStart = performance.now();
    for (const text of CLOSED_QUERIES) await database.pool.query(text, month);
    console.info(`${entries} entries: the days closed in ${Math.round(closeMs)} ms, the month read in ${Math.round(performance.now() - readStart)} ms`);
    if (isLong) expect(performance.now() - readStart).toBeLessThan(5_000);
    for (const { text, fullScans } of await explain(database.pool, CLOSED_QUERIES.map((query) => ({ text: query, values: month })))) {
      expect(text).not.toContain('ledger_entry');
      expect(fullScans).not.toContain('ledger_entry');
    }
    const times = [new Date(lagosDayStart('2026-09-30')), new Date(lagosDayStart('2026-10-01'))];
    const { rows: [last] } = await database.pool.query<{ after: number; last: number }>(`SELECT after_entry AS after, last_entry AS last FROM report_day WHERE day = '2026-09-30'`);
    for (const figure of ['ggr', 'deposits', 'register'] as const) {
      const [plan] = await explain(database.pool, [{ text: entriesSql({ figure, part: 'closed' }), values: [last?.after, last?.last, ...times, 51, null] }]);
      expect({ figure, scans: plan?.fullScans.filter((table) => table === 'ledger_entry') }).toEqual({ figure, scans: [] });
    }
  });

  it('is watched by rules that read what is new by indexes: none reads entries, rounds, payments or days of play whole', async () => {
    const recorder = recordStatements(database.pool);
    const { platform, close } = await testPlatform({ database, pool: recorder.pool, startMs: now().getTime(), config: { riskRules: {} } });
    // The first run looks back, and the second begins where that one did.
    for (let run = 0; run < 2; run += 1) await watchRisk(platform);
    const beginMs = performance.now();
    const statements = await recorder.during(() => watchRisk(platform));
    console.info(`${entries} entries: the rules ran in ${Math.round(performance.now() - beginMs)} ms`);
    const ruleOfText = new Map(WATCHED_RULES.map(({ rule, sql }) => [sql.replace(/\$[a-z]\w*/gi, '$'), rule]));
    const ruleOf = ({ text }: Statement) => ruleOfText.get(text.replace(/\$\d+/g, '$'));
    const ofRules = statements.filter((statement) => ruleOf(statement) !== undefined);
    expect(ofRules.map(ruleOf)).toEqual(WATCHED_RULES.map(({ rule }) => rule));
    const tables = ['ledger_entry', 'ledger_transaction', 'round', 'deposit', 'deposit_step', 'withdrawal', 'withdrawal_step', 'activity_day', 'limit_change', 'support_message'];
    for (const byIndexOnly of [false, true]) {
      const planned = await explain(database.pool, ofRules, { byIndexOnly });
      // A table of few rows is read whole where nothing forbids it.
      const counted = byIndexOnly ? tables : ['ledger_entry', 'ledger_transaction', 'round', 'activity_day', ...(isLong ? ['deposit'] : [])];
      expect(planned.flatMap(({ text, fullScans }) => fullScans.filter((table) => counted.includes(table)).map((table) => `${table}: ${text}`)), String(byIndexOnly)).toEqual([]);
    }
    await close();
  }, 10 * 60_000);
});
