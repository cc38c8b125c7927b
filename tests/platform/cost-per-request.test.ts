/** The cost of a request does not depend on how many players there are, by the plans of the statements that it really runs. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, signUp } from '../../src/core/contract/auth';
import { createDeposit, getDepositOptions, getOperation, listDeposits, listTransactions } from '../../src/core/contract/cashier';
import { listFavourites } from '../../src/core/contract/favourites';
import { getFairness, listGames, listOpenRounds, listRevealedPairs, listRounds, playRound } from '../../src/core/contract/games';
import { listConsents } from '../../src/core/contract/consents';
import { getAccount, getBalance, getBonusWallet, getProfile } from '../../src/core/contract/player';
import { getProtection } from '../../src/core/contract/protection';
import { listSessions } from '../../src/core/contract/sessions';
import { getLeaderboard, getLeaderboardChoice } from '../../src/core/contract/leaderboard';
import { getStatement } from '../../src/core/contract/statement';
import { listBonuses } from '../../src/core/contract/bonuses';
import { listPromotions } from '../../src/core/contract/promotions';
import { listRefusedBets } from '../../src/core/contract/refused-bets';
import { listThreads } from '../../src/core/contract/support';
import { getWithdrawalOptions, listWithdrawals } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { countRowsRead, explain, recordStatements } from '../support/query-plans';
import type { CountedStatement, StatementRecorder, PlannedStatement, Statement } from '../support/query-plans';
import type { TestClient } from '../support/http-client';
import { addManyPlayers } from '../support/many-players';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { isLong } from '../support/seeds';

const FEW = 1_000;
const MANY = isLong ? 1_000_000 : 50_000;
/** So many rows more may be read of large tables; one that is read whole has thousands. */
const MORE_ROWS = 20;
/** An index of a thousand times as many rows is one or two pages higher; a table that is read whole is a thousand times longer. */
const MORE_AT_MOST = 1.5;

/** Calls that the process may answer from what it keeps. */
const IN_MEMORY = new Set(['the games', 'the ways to pay in']);

let database: TestDatabase;
let listening: StatementRecorder;
let stage: TestPlatform;
let player: TestClient;
/** The statements that each request sent to the database. */
const statementsByCall = new Map<string, readonly Statement[]>();
const few = new Map<string, readonly PlannedStatement[]>();
const many = new Map<string, readonly PlannedStatement[]>();
const rowsOfFew = new Map<string, readonly CountedStatement[]>();
const rowsOfMany = new Map<string, readonly CountedStatement[]>();

async function explainAll(into: Map<string, readonly PlannedStatement[]>, rowsInto: Map<string, readonly CountedStatement[]>): Promise<void> {
  for (const [name, statements] of statementsByCall) {
    into.set(name, await explain(database.pool, statements));
    rowsInto.set(name, await countRowsRead(database.pool, statements));
  }
}

beforeAll(async () => {
  database = await testDatabase();
  listening = recordStatements(database.pool);
  stage = await testPlatform({ database, pool: listening.pool });
  player = await stage.signUp({ username: 'amara' });
  const { userId } = player.session ?? { userId: '' };
  await giveMoney(database.pool, userId, kobo(1_000_000));
  const params = { userId };
  const key = randomUUID();
  const { rows: [firstEntry] } = await database.pool.query<{ entry_id: number }>('SELECT min(entry_id) AS entry_id FROM ledger_entry WHERE hash IS NOT NULL');
  const requests: readonly (readonly [name: string, ask: () => Promise<{ readonly status: number }>])[] = [
    ['a poll of the balance', () => player.call(getBalance, { params })],
    ['the profile', () => player.call(getProfile, { params })],
    ['the account', () => player.call(getAccount, { params })],
    ['the bonus wallet', () => player.call(getBonusWallet, { params })],
    ['the consents', () => player.call(listConsents, { params })],
    ['the games', () => player.call(listGames, {})],
    ['a round', () => player.call(playRound, { params: { userId, gameId: 'adire-gold' }, key: randomUUID(), body: { stake: 10, currency: 'NGN', bet: {} } })],
    ['a second round', () => {
      stage.pass(60_000);
      return player.call(playRound, { params: { userId, gameId: 'adire-gold' }, key, body: { stake: 10, currency: 'NGN', bet: {} } });
    }],
    ['what became of a key', () => player.call(getOperation, { params: { userId, key } })],
    ['the statement', () => player.call(getStatement, { params })],
    ['the rest of the statement', () => player.call(getStatement, { params, query: { after: String(firstEntry?.entry_id) } })],
    ['the rounds', () => player.call(listRounds, { params })],
    ['the rounds of a game', () => player.call(listRounds, { params, query: { gameId: 'adire-gold', limit: 5 } })],
    ['the revealed seeds', () => player.call(listRevealedPairs, { params })],
    ['refused bets', () => player.call(listRefusedBets, { params })],
    ['the leaderboard', () => stage.client().call(getLeaderboard, {})],
    ['the own place on the leaderboard', () => player.call(getLeaderboardChoice, { params })],
    ['the bonuses', () => player.call(listBonuses, { params })],
    ['the promotions', () => stage.client().call(listPromotions, {})],
    ['the ways to pay in', () => player.call(getDepositOptions, {})],
    ['the ways to be paid', () => player.call(getWithdrawalOptions, { params })],
    ['the withdrawals', () => player.call(listWithdrawals, { params })],
    ['messages', () => player.call(listThreads, { params })],
    ['rounds that go on', () => player.call(listOpenRounds, { params })],
    ['the seeds', () => player.call(getFairness, { params })],
    ['a deposit', () => player.call(createDeposit, { params, key: randomUUID(), body: { method: 'card', amount: 500, currency: 'NGN', again: true } })],
    ['the deposits', () => player.call(listDeposits, { params })],
    ['the transactions', () => player.call(listTransactions, { params })],
    ['the sessions', () => player.call(listSessions, { params })],
    ['limits and breaks', () => player.call(getProtection, { params })],
    ['the favourites', () => player.call(listFavourites, { params })],
    ['opening an account', () => stage.client().call(signUp, { body: newPlayer() })],
    ['signing in', () => stage.client().call(signIn, { body: { username: 'amara', password: PASSWORD } })],
  ];
  await addManyPlayers(database.pool, 1, FEW);
  for (const [name, ask] of requests) {
    const statements = await listening.during(async () => {
      const { status } = await ask();
      if (status >= 300) throw new Error(`${name} was answered with ${status}.`);
    });
    if (statements.length === 0 && !IN_MEMORY.has(name)) throw new Error(`${name} asked nothing of the database.`);
    statementsByCall.set(name, statements);
  }
  await database.pool.query('ANALYZE');
  await explainAll(few, rowsOfFew);
  await addManyPlayers(database.pool, FEW + 1, MANY);
  await explainAll(many, rowsOfMany);
}, 30 * 60_000);
afterAll(async () => {
  await stage.close();
  await database.close();
});

describe(`with ${MANY} players, each with a session, money, a round, a deposit and a key`, () => {
  it(`no request costs more than with ${FEW}`, () => {
    const total = (planned: readonly PlannedStatement[] = []) => planned.reduce((sum, { cost }) => sum + cost, 0);
    const dearer = [...many].flatMap(([name, planned]) => {
      const [before, after] = [total(few.get(name)), total(planned)];
      console.info(`${name}: ${planned.length} statements, ${before.toFixed(0)} with ${FEW} players, ${after.toFixed(0)} with ${MANY}`);
      return after > before * MORE_AT_MOST ? [`${name}: ${before} -> ${after}`] : [];
    });
    expect(dearer).toEqual([]);
  });

  it(`no request reads more rows than with ${FEW}`, () => {
    const total = (counted: readonly CountedStatement[] = []) => counted.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    const more = [...rowsOfMany].flatMap(([name, counted]) => {
      const [before, after] = [total(rowsOfFew.get(name)), total(counted)];
      return after > before + MORE_ROWS ? [`${name}: ${before} -> ${after}: ${counted.map(({ rowsRead, text }) => `${rowsRead}: ${text}`).join(' | ')}`] : [];
    });
    expect(more).toEqual([]);
  });

  it('no request reads a table whole that has a row for each of them', async () => {
    const { rows } = await database.pool.query<{ relname: string }>(`SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= $1`, [MANY / 2]);
    const grown = new Set(rows.map(({ relname }) => relname));
    expect([...grown]).toEqual(expect.arrayContaining(['player', 'lookalike_key', 'session', 'ledger_account', 'ledger_entry', 'round', 'deposit', 'operation']));
    const whole = [...many].flatMap(([name, planned]) => planned.flatMap(({ text, fullScans }) => fullScans.filter((table) => grown.has(table)).map((table) => `${name}: ${table}: ${text}`)));
    expect(whole).toEqual([]);
  });

  it('every statement finds its player by an index, also in tables that are still small', async () => {
    const { rows } = await database.pool.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id'`,
    );
    const ofPlayers = new Set(rows.map(({ table_name }) => table_name));
    const whole: string[] = [];
    for (const [name, statements] of statementsByCall) {
      const planned = await explain(database.pool, statements, { byIndexOnly: true });
      for (const { text, fullScans } of planned) whole.push(...fullScans.filter((table) => ofPlayers.has(table)).map((table) => `${name}: ${table}: ${text}`));
    }
    expect(whole).toEqual([]);
  });

  it('this check itself notices a table that is read whole', async () => {
    const [planned] = await explain(database.pool, [{ text: `SELECT 1 FROM player WHERE lastname = $1`, values: ['Nobody'] }]);
    expect(planned?.fullScans).toEqual(['player']);
    const [searched] = await explain(database.pool, [{ text: `SELECT 1 FROM player WHERE lastname = $1`, values: ['Nobody'] }], { byIndexOnly: true });
    expect(searched?.fullScans).toEqual(['player']);
  });
});
