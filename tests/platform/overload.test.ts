/** A flood of calls that are refused waits for itself: polls, money and the checks of health go on. */
import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RESET_GATE, SIGN_IN_GATE } from '../../server/accounts/busy-gate';
import { POOL_SIZE } from '../../server/db/database';
import { LANES } from '../../server/http/call-gate';
import { revokeByHash, signIn } from '../../src/core/contract/auth';
import { playRound, rotateSeeds } from '../../src/core/contract/games';
import { requestPasswordReset } from '../../src/core/contract/passwords';
import { getHealth } from '../../src/core/contract/platform';
import { getBalance } from '../../src/core/contract/player';
import { secretHash } from '../../server/secrets';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { richPlayer } from '../support/rich-players';

let database: TestDatabase;
/** A pool like the platform’s that counts the statements of calls. */
let pool: Pool;
let site: TestPlatform;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.anotherPool({ max: POOL_SIZE, query_timeout: 0 });
  // A call here waits for a lock until the test lets it go, however slow the machine is.
  pool.on('connect', (client) => void client.query('SET lock_timeout = 0; SET statement_timeout = 0'));
  site = await testPlatform({ database, pool, healthPool: database.healthPool(), config: { trustProxy: ['127.0.0.1'] } });
});
afterAll(async () => {
  await site.close();
  await database.close();
});

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0)) await release();
});
/** Somebody else holds what `sql` locks until the test ends it. */
async function hold(sql: string, values: readonly unknown[]): Promise<() => Promise<void>> {
  const client: PoolClient = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(sql, [...values]);
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('ROLLBACK');
    client.release();
  };
  releases.push(release);
  return release;
}
const holdSeeds = (client: TestClient) => hold('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`seeds/${userIdOf(client)}`]);
async function setLevel({ kind, leakMs }: { readonly kind: string; readonly leakMs: number }, subject: string, level: number): Promise<void> {
  await database.pool.query(
    'INSERT INTO rate (kind, subject, empty_at) VALUES ($1, $2, $3) ON CONFLICT (kind, subject) DO UPDATE SET empty_at = excluded.empty_at',
    [kind, subject, new Date(site.platform.now().getTime() + level * leakMs)],
  );
}
const holdRate = ({ kind }: { readonly kind: string }, subject: string) =>
  hold('SELECT FROM rate WHERE kind = $1 AND subject = $2 FOR UPDATE', [kind, subject]);

const guess = (address: string, client: TestClient): Promise<TestAnswer> =>
  client.call(signIn, { body: { username: `nobody-${randomUUID()}`, password: 'a guess like any' }, headers: { 'x-forwarded-for': address } });
const play = (client: TestClient, key: string = randomUUID()): Promise<TestAnswer> =>
  client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, key, body: { stake: 10, currency: 'NGN', bet: {} } });
/** Expects that everybody else is served as if nothing were wrong. */
async function expectOthersServed(other: TestClient): Promise<void> {
  expect((await other.call(getBalance, { params: paramsOf(other) })).status).toBe(200);
  const played = await play(other);
  expect([played.status, played.problem?.code]).toEqual([201, undefined]);
  expect((await site.client().call(getHealth, {})).status).toBe(200);
  expect(pool.waitingCount).toBe(0);
}
/** Counts how often calls have taken a connection of the platform's pool since then. */
function countQueries(): { readonly count: () => number } {
  let count = 0;
  const onAcquire = (): void => {
    count += 1;
  };
  pool.on('acquire', onAcquire);
  releases.push(async () => void pool.off('acquire', onAcquire));
  return { count: () => count };
}
/** Waits until this many connections of the platform wait for a lock. */
async function untilBlocked(connections: number): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ n: number }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.n ?? 0) >= connections) return;
  }
}

describe('strangers who flood', () => {
  it('with sign-ins from sixty networks, whose common counter somebody holds, take no connection from polls, play and health', async () => {
    const other = await richPlayer(site);
    const all = SIGN_IN_GATE.total;
    if (all === undefined) throw new Error('sign-ins have a counter of all');
    await setLevel(all, '', 1);
    const release = await holdRate(all, '');
    const client = site.client();
    const flood = Array.from({ length: 60 }, (_, n) => guess(`2001:db8:${(n + 100).toString(16)}::1`, client));
    await untilBlocked(LANES['sign-in'].places);
    await expectOthersServed(other);
    await release();
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('with sign-ins from one address are refused beyond its queue without asking the database anything', async () => {
    const address = '197.210.5.5';
    await setLevel(SIGN_IN_GATE.perAddress, address, 1);
    const release = await holdRate(SIGN_IN_GATE.perAddress, address);
    const client = site.client();
    const { ofSubject, waitingOfSubject } = LANES['sign-in'];
    const queries = countQueries();
    const refused: TestAnswer[] = [];
    const flood = Array.from({ length: ofSubject + waitingOfSubject + 20 }, async () => {
      const answer = await guess(address, client);
      if (refused.length < 20) refused.push(answer);
    });
    await vi.waitUntil(() => refused.length === 20, { timeout: 60_000 });
    expect(new Set(refused.map(({ status, problem }) => `${status} ${problem?.code ?? ''}`))).toEqual(new Set(['429 too-many-requests']));
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    await untilBlocked(ofSubject);
    // Those in work have looked at the name and the device, and wait in their transaction.
    expect(queries.count()).toBe(3 * ofSubject);
    await release();
    await Promise.all(flood);
  });

  it.each([
    ['sign-ins', SIGN_IN_GATE.perAddress, (address: string, client: TestClient) => guess(address, client)],
    ['resets', RESET_GATE.perAddress, (address: string, client: TestClient) =>
      client.call(requestPasswordReset, { body: { email: `${randomUUID()}@nobody.example` }, headers: { 'x-forwarded-for': address } })],
  ] as const)('with %s from an address that has used up its own are refused from a look at the counter, though somebody holds it', async (_, door, ask) => {
    const address = '197.210.6.6';
    await setLevel(door, address, door.freeCalls);
    await holdRate(door, address);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(address, site.client())));
    expect(new Set(answers.map(({ status, problem }) => `${status} ${problem?.code ?? ''}`))).toEqual(new Set(['429 proof-of-work']));
  });

  it('by ending sessions that don’t exist are refused in the same way', async () => {
    const address = '197.210.7.7';
    const end = () => site.client().call(revokeByHash, { body: { hash: secretHash(randomUUID()) }, headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429) statuses.push((await end()).status);
    await hold(`SELECT FROM attempt WHERE kind = 'revocation' AND subject = $1 FOR UPDATE`, [address]);
    expect((await Promise.all(Array.from({ length: 10 }, end))).map(({ status }) => status)).toEqual(Array<number>(10).fill(429));
  });
});

describe('one player who floods', () => {
  it('with rounds too soon after one another is refused without waiting for their seeds, though somebody holds them', async () => {
    const player = await richPlayer(site);
    expect((await play(player)).status).toBe(201);
    await holdSeeds(player);
    const answers = await Promise.all(Array.from({ length: 12 }, () => play(player)));
    expect(new Set(answers.map(({ status, problem }) => `${status} ${problem?.code ?? ''}`))).toEqual(new Set(['429 cycle-too-short']));
  });

  it('with calls that wait for each other holds two connections: others poll and play, and what does not fit in the queue is refused', async () => {
    const [player, other] = [await richPlayer(site), await richPlayer(site)];
    const release = await holdSeeds(player);
    const rotate = () => player.call(rotateSeeds, { params: paramsOf(player) });
    const { ofSubject, waitingOfSubject } = LANES.player;
    const flood = Array.from({ length: ofSubject + waitingOfSubject + 30 }, rotate);
    await untilBlocked(ofSubject);
    await expectOthersServed(other);
    await release();
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(statuses.filter((status) => status === 200)).toHaveLength(ofSubject + waitingOfSubject);
  });

  it('a double tap is still one round: the second has the answer of the first, or hears that it is being done', async () => {
    const player = await richPlayer(site);
    const key = randomUUID();
    const answers = await Promise.all([play(player, key), play(player, key), play(player, key)]);
    const first = answers.filter(({ status }) => status === 201);
    expect(new Set(first.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201).map(({ problem }) => problem?.code)).toEqual(Array<string>(3 - first.length).fill('key-running'));
    const { rows } = await database.pool.query<{ n: number }>('SELECT count(*) AS n FROM round WHERE user_id = $1', [userIdOf(player)]);
    expect(rows[0]?.n).toBe(1);
  });
});

describe('whoever uses the casino as people do', () => {
  it('is not refused: five tabs of one phone that poll at the same moment', async () => {
    const player = await richPlayer(site);
    const polls = Array.from({ length: 25 }, () => player.call(getBalance, { params: paramsOf(player) }));
    expect(new Set((await Promise.all(polls)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('is not refused behind the address of a carrier: thirty who sign in at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: SIGN_IN_GATE.perAddress.freeCalls }, () => guess('102.89.9.9', site.client())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  });
});

describe('the checks of health', () => {
  it('answer while every connection of the pool is taken, so that no balancer takes the node away', async () => {
    const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()));
    releases.push(async () => clients.forEach((client) => client.release()));
    expect((await site.client().call(getHealth, {})).status).toBe(200);
  });
});
