/** Two processes of the platform on one PostgreSQL behave as one; also when one of them is killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { signIn, signOut, signUp } from '../../src/core/contract/auth';
import { createDeposit, getOperation } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { getBalance } from '../../src/core/contract/player';
import { kobo } from '../../src/core/money';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { testClient } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { newPlayer } from '../support/platform';
import { startPlatformProcess } from '../support/platform-process';
import type { PlatformProcess } from '../support/platform-process';
import { browserOf, makeSignedInPlayer } from '../support/signed-in-players';

const KEYS = 10;
/** Each process gets so many copies of each key, all at the same moment. */
const COPIES = 4;
const POLL = { timeout: 60_000, interval: 50 };

let database: TestDatabase;
let folder: string;
let processes: PlatformProcess[];
let urls: string[];
let openTransaction: PoolClient;

beforeAll(async () => {
  database = await testDatabase({ isMigrated: false });
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-two-'));
  const start = () => startPlatformProcess({ DATABASE_URL: database.databaseUrl, DATA_DIR: folder, PORT: '0' });
  // At the same moment, so that both find a database without tables.
  processes = [start(), start()];
  urls = await Promise.all(processes.map(({ url }) => url));
  // The money that these tests give belongs to no deposit, for which the check of each minute would close money. It waits for open transactions.
  openTransaction = await database.pool.connect();
  await openTransaction.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_current_xact_id()');
});
afterAll(async () => {
  openTransaction.release(true);
  for (const each of processes) each.signal('SIGTERM');
  await Promise.all(processes.map(({ ended }) => ended));
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** One browser as each of the processes sees it: the same session, the same cookies. */
async function onBoth(money = kobo(1_000_000)): Promise<readonly [TestClient, TestClient]> {
  const player = await makeSignedInPlayer(database.pool, { money });
  const [first, second] = urls.map((url) => browserOf(player, url));
  if (first === undefined || second === undefined) throw new Error('two processes run');
  await first.request('GET', '/api/v1/auth/anti-forgery');
  for (const [name, value] of first.cookies) second.cookies.set(name, value);
  return [first, second];
}
const ofPlayer = ({ session }: TestClient) => ({ userId: session?.userId ?? '' });

type Send = (client: TestClient, key: string) => Promise<TestAnswer>;
const round: Send = (client, key) => client.call(playRound, {
  params: { ...ofPlayer(client), gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key,
});
/** The payer of a deposit that ends in .01 pays at once. */
const deposit: Send = (client, key) => client.call(createDeposit, {
  params: ofPlayer(client), body: { method: 'mobile-money', amount: 500.01, currency: 'NGN' }, key,
});
const transactionsOf = async (client: TestClient, kind: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*) FROM ledger_transaction t WHERE user_id = $1 AND kind = $2
       AND EXISTS (SELECT FROM operation o WHERE o.user_id = t.user_id AND (o.key = t.operation_key OR t.kind = 'deposit'))`,
    [ofPlayer(client).userId, kind],
  );
  return rows[0]?.count ?? 0;
};

describe('two processes on one database', () => {
  it.each([['round', round], ['deposit', deposit]] as const)('take one %s from a key that comes to both at once', async (kind, send) => {
    for (let n = 0; n < KEYS; n += 1) {
      const [first, second] = await onBoth();
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 2 * COPIES }, (_, at) => send(at % 2 === 0 ? first : second, key)));
      for (const { status, problem } of answers) if (status !== 201) expect({ status, code: problem?.code }).toEqual({ status: 409, code: 'key-running' });
      const texts = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
      for (const client of [first, second]) texts.add((await send(client, key)).text);
      expect(texts.size).toBe(1);
      const operations = await Promise.all([first, second].map((client) => client.call(getOperation, { params: { ...ofPlayer(client), key } })));
      expect(new Set(operations.map(({ text }) => text)).size).toBe(1);
      if (kind === 'round') expect(await transactionsOf(first, 'round')).toBe(1);
      const { rows } = await database.pool.query('SELECT count(*) FROM operation WHERE user_id = $1', [ofPlayer(first).userId]);
      expect(rows).toEqual([{ count: 1 }]);
    }
  });

  it('share sessions and tokens: one that ends on either is over on both', async () => {
    const [first, second] = await onBoth();
    for (const client of [first, second]) expect((await client.call(getBalance, { params: ofPlayer(client) })).status).toBe(200);
    // The token came from the first process.
    expect((await round(second, newKey())).status).toBe(201);
    await second.call(signOut, {});
    expect((await first.call(getBalance, { params: ofPlayer(first) })).status).toBe(401);
  });

  it('count wrong passwords together', async () => {
    const clients = urls.map((url) => testClient(url));
    const person = newPlayer();
    const { username } = person;
    await clients[0]?.call(signUp, { body: person });
    clients[0]?.cookies.clear();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const answer = await clients[n % 2]?.call(signIn, { body: { username, password: `wrong password ${n}` } });
      statuses.push(answer?.status ?? 0);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('do each job once: every notification is delivered once, every paid deposit credited once', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => onBoth()));
    await Promise.all(clients.map(([first, second], at) => deposit(at % 2 === 0 ? first : second, newKey())));
    const open = async () =>
      (await database.pool.query(`SELECT 1 FROM deposit WHERE state = 'pending' UNION ALL SELECT 1 FROM simulator_notification WHERE delivered_at IS NULL`)).rowCount;
    await expect.poll(open, POLL).toBe(0);
    const { rows: notifications } = await database.pool.query('SELECT attempts, count(*)::int AS many FROM simulator_notification GROUP BY attempts');
    expect(notifications).toEqual([{ attempts: 1, many: KEYS + 12 }]);
    const { rows: credited } = await database.pool.query(
      `SELECT count(*)::int AS credits, count(DISTINCT t.reference)::int AS deposits FROM ledger_transaction t JOIN deposit d ON d.deposit_id = t.reference`,
    );
    expect(credited).toEqual([{ credits: KEYS + 12, deposits: KEYS + 12 }]);
  });

  it('lose nothing when one of them is killed: the other has every answer, and goes on', async () => {
    const [first, second] = await onBoth();
    const key = newKey();
    const { text } = await round(first, key);
    const players = await Promise.all(Array.from({ length: 8 }, () => onBoth()));
    const under = players.map(async ([there, here]) => {
      const lost = newKey();
      await deposit(there, lost).catch(() => null);
      return { here, lost };
    });
    // All eight calls are under way at this moment.
    await Promise.race(under);
    processes[0]?.signal('SIGKILL');
    await processes[0]?.ended;
    expect((await round(second, key)).text).toBe(text);
    // The living process takes up what the killed one had begun, under its key, as soon as the lease has run out.
    // The connections of the killed one may still write what they had in hand, so we ask more than once.
    for (const { here, lost } of await Promise.all(under)) {
      const sentAgain = async () => {
        await database.pool.query(`UPDATE operation SET lease_until = now() WHERE state = 'running' AND key = $1`, [lost]);
        return (await deposit(here, lost)).status;
      };
      await expect.poll(sentAgain, POLL).toBe(201);
    }
    // Money that was given to the players without a deposit is what I7 finds, rightly.
    const found = await findViolations(database.pool, MONEY_INVARIANTS);
    expect(found.map(({ id }) => id)).toEqual(['I7']);
  });
});
