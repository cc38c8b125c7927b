/** Two processes on one database keep sessions for their polls; what one of them ends or changes, the other knows in time. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_KEPT_MS } from '../../server/accounts/session-cache';
import { endSessions } from '../../server/accounts/sessions';
import { openChangeFeed } from '../../server/db/change-feed';
import type { ChangeFeed } from '../../server/db/change-feed';
import { onChange } from '../../server/db/changes';
import { transaction } from '../../server/db/transaction';
import { signOut } from '../../src/core/contract/auth';
import { playRound } from '../../src/core/contract/games';
import { getBalance, getBonusWallet } from '../../src/core/contract/player';
import { exclude } from '../../src/core/contract/protection';
import { revokeOtherSessions } from '../../src/core/contract/sessions';
import { kobo } from '../../src/core/money';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';

interface Process {
  readonly site: TestPlatform;
  readonly pool: Pool;
  readonly feed: ChangeFeed;
}

let database: TestDatabase;
const cleanUp: (() => Promise<unknown>)[] = [];

/** A process; where `isDeaf`, its feed has no connection, and gets none. */
async function startProcess({ isDeaf = false } = {}): Promise<Process> {
  const pool = database.anotherPool();
  const feed = isDeaf ? openChangeFeed({ host: '127.0.0.1', port: 1 }, () => undefined) : openChangeFeed(pool.options, () => undefined, 1);
  if (!isDeaf) await feed.ready;
  const site = await testPlatform({ database, pool, healthPool: pool, parts: { changeFeed: feed } });
  cleanUp.push(async () => {
    await site.close();
    await feed.close();
  });
  return { site, pool, feed };
}

/** The same browser, talking to another process. */
function at(process: Process, client: TestClient): TestClient {
  const other = process.site.client();
  other.session = client.session;
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

const poll = (client: TestClient, etag?: string) => client.call(getBalance, { params: paramsOf(client), headers: { 'if-none-match': etag } });
const play = (client: TestClient) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, key: randomUUID(), body: { stake: 10, currency: 'NGN', bet: {} } });

/** Resolves when the process hears of a change of the player from another one. */
function hearing({ feed }: Process, client: TestClient): Promise<void> {
  return new Promise((resolve) => {
    feed.listen((userId) => {
      if (userId === userIdOf(client)) resolve();
    });
  });
}

/** Counts how often something asks the database through the pool while `work` runs. */
async function countQueries(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onAcquire = (): void => {
    count += 1;
  };
  pool.on('acquire', onAcquire);
  await work();
  pool.off('acquire', onAcquire);
  return count;
}

/** Makes a player with money at a process, whose session it keeps then. */
async function signUpAt(process: Process): Promise<{ readonly client: TestClient; readonly etag: string }> {
  const client = await process.site.signUp();
  await giveMoney(database.pool, userIdOf(client), kobo(1_000_000));
  process.site.pass(SESSION_KEPT_MS);
  return { client, etag: (await poll(client)).headers.get('etag') ?? '' };
}

/** Makes the process keep the session: then a poll asks the database nothing. */
async function keepAt(process: Process, client: TestClient, etag: string): Promise<void> {
  await poll(client, etag);
  expect(await countQueries(process.pool, async () => expect((await poll(client, etag)).status).toBe(304))).toBe(0);
}

let first: Process;
let second: Process;
let deaf: Process;
beforeAll(async () => {
  database = await testDatabase();
  first = await startProcess();
  second = await startProcess();
  deaf = await startProcess({ isDeaf: true });
});
afterAll(async () => {
  for (const each of cleanUp.reverse()) await each();
  await database.close();
});
afterEach(() => {
  for (const { site } of [first, second, deaf]) site.pass(SESSION_KEPT_MS);
});

describe('a poll', () => {
  it('is one statement where the session is not kept, and none where it is', async () => {
    const { client, etag } = await signUpAt(first);
    first.site.pass(SESSION_KEPT_MS);
    expect(await countQueries(first.pool, async () => expect((await poll(client, etag)).status).toBe(304))).toBe(1);
    expect(await countQueries(first.pool, async () => expect((await poll(client, etag)).status).toBe(304))).toBe(0);
    const wallet = () => client.call(getBonusWallet, { params: paramsOf(client), headers: { 'if-none-match': '"w0"' } });
    expect(await countQueries(first.pool, async () => expect((await wallet()).status).toBe(304))).toBe(0);
  });

  it('names the version of the balance in its header, also where nothing was asked', async () => {
    const { client, etag } = await signUpAt(first);
    const answers = [await poll(client, etag), await poll(client, etag)];
    expect(answers.map(({ status, headers }) => [status, headers.get('x-balance-version'), headers.get('etag')])).toEqual([[304, '1', etag], [304, '1', etag]]);
  });

  it('with a newer tag than is kept reads the balance', async () => {
    const { client, etag } = await signUpAt(first);
    await keepAt(first, client, etag);
    const answer = await poll(client, '"b2"');
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, etag]);
  });

  it('of another player’s balance with a kept session is refused', async () => {
    const { client, etag } = await signUpAt(first);
    const other = await signUpAt(first);
    await keepAt(first, client, etag);
    const answer = await client.call(getBalance, { params: paramsOf(other.client), headers: { 'if-none-match': etag } });
    expect(answer.status).toBe(403);
  });
});

describe('a session that ends in another process', () => {
  it('by signing out reads nothing more as soon as the news is there, though no time has passed', async () => {
    const { client, etag } = await signUpAt(first);
    const there = at(second, client);
    await keepAt(second, there, etag);
    const heard = hearing(second, client);
    await client.call(signOut, {});
    await heard;
    const answer = await poll(there, etag);
    expect([answer.status, answer.problem?.code, answer.problem?.reason]).toEqual([401, 'session-ended', 'signed-out']);
  });

  it('by “sign out everywhere else” or by an exclusion reads nothing more as soon as the news is there', async () => {
    for (const [end, reason] of [
      [(client: TestClient) => client.call(revokeOtherSessions, { params: paramsOf(client) }), 'revoked'],
      [(client: TestClient) => client.call(exclude, { params: paramsOf(client), key: randomUUID(), body: { length: '6-months' } }), 'excluded'],
    ] as const) {
      const { client, etag } = await signUpAt(first);
      const { rows } = await database.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(client)]);
      const elsewhere = await second.site.signIn(rows[0]?.username ?? '');
      await keepAt(second, elsewhere, etag);
      const heard = hearing(second, client);
      expect((await end(client)).status).toBeLessThan(300);
      await heard;
      const answer = await poll(elsewhere, etag);
      expect([answer.status, answer.problem?.reason]).toEqual([401, reason]);
    }
  });

  it('reads for less than a second more where the news can’t come', async () => {
    const { client, etag } = await signUpAt(first);
    const there = at(deaf, client);
    await keepAt(deaf, there, etag);
    await client.call(signOut, {});
    deaf.site.pass(SESSION_KEPT_MS - 1);
    expect((await poll(there, etag)).status).toBe(304);
    deaf.site.pass(1);
    const answer = await poll(there, etag);
    expect([answer.status, answer.problem?.reason]).toEqual([401, 'signed-out']);
  });

  it('moves no money and changes nothing from its end on, also where the news can’t come', async () => {
    const { client, etag } = await signUpAt(first);
    const there = at(deaf, client);
    await keepAt(deaf, there, etag);
    await client.call(signOut, {});
    expect((await play(there)).problem?.code).toBe('session-ended');
    // By that this process knows it, too.
    expect((await poll(there, etag)).status).toBe(401);
  });
});

describe('a session that ends in the same process', () => {
  it('reads nothing more at once, also where the process hears nothing of others', async () => {
    const { client, etag } = await signUpAt(deaf);
    await keepAt(deaf, client, etag);
    const { session } = client;
    await client.call(signOut, {});
    client.session = session;
    expect((await poll(client, etag)).status).toBe(401);
  });
});

describe('a balance that changes', () => {
  it('is new in the next poll of the process that moved the money', async () => {
    const { client, etag } = await signUpAt(deaf);
    await keepAt(deaf, client, etag);
    expect((await play(client)).status).toBe(201);
    const answer = await poll(client, etag);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"b2"']);
  });

  it('in another process is new as soon as the news is there, and where it can’t come after a second', async () => {
    const { client, etag } = await signUpAt(first);
    const [there, late] = [at(second, client), at(deaf, client)];
    await keepAt(second, there, etag);
    await keepAt(deaf, late, etag);
    const heard = hearing(second, client);
    expect((await play(client)).status).toBe(201);
    await heard;
    expect((await poll(there, etag)).status).toBe(200);
    expect((await poll(late, etag)).status).toBe(304);
    deaf.site.pass(SESSION_KEPT_MS);
    expect((await poll(late, etag)).status).toBe(200);
  });
});

describe('what is kept', () => {
  it('is no admin’s session, because each use of one leaves a trace', async () => {
    const admin = await first.site.signUpAdmin();
    const ask = () => poll(admin, '"b0"');
    // The account was a player's at first.
    first.site.pass(SESSION_KEPT_MS);
    await ask();
    expect(await countQueries(first.pool, async () => expect((await ask()).status).toBe(304))).toBeGreaterThan(0);
  });

  it('is all dropped when the connection for news is lost, and the news comes again afterwards', async () => {
    const { client, etag } = await signUpAt(first);
    const there = at(second, client);
    await keepAt(second, there, etag);
    const isConnected = { count: 0 };
    const back = new Promise<void>((resolve) => {
      second.feed.listen((userId) => {
        if (userId !== null) return;
        isConnected.count += 1;
        // Once when it was lost, once when it was there again.
        if (isConnected.count === 2) resolve();
      });
    });
    await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`);
    await back;
    expect(await countQueries(second.pool, () => poll(there, etag))).toBe(1);
    const heard = hearing(second, client);
    // The other process may still be without its connection.
    while (!first.feed.isUp) await poll(client, etag);
    await client.call(signOut, {});
    await heard;
    expect((await poll(there, etag)).status).toBe(401);
  });
});

describe('the news', () => {
  it('of ten thousand players comes whole, in as many messages as PostgreSQL needs', async () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `player-number-${n}`);
    const heard = new Set<string | null>();
    const all = new Promise<void>((resolve) => {
      second.feed.listen((userId) => {
        heard.add(userId);
        if (heard.size === names.length) resolve();
      });
    });
    for (const name of names) first.feed.send(name);
    await all;
    expect(names.filter((name) => !heard.has(name))).toEqual([]);
  });

  it('of more than that is that everybody may have changed', async () => {
    const everybody = new Promise<void>((resolve) => {
      second.feed.listen((userId) => {
        if (userId === null) resolve();
      });
    });
    for (let n = 0; n < 10_002; n += 1) first.feed.send(`one-of-many-${n}`);
    await everybody;
  });

  it('is not told of what was rolled back', async () => {
    const heard: string[] = [];
    onChange(first.pool, (userId) => heard.push(userId));
    const { client } = await signUpAt(first);
    heard.length = 0;
    await expect(transaction(first.pool, async (tx) => {
      await giveMoney(first.pool, userIdOf(client), kobo(100));
      await endSessions(tx, 'nobody', null, 'revoked', new Date());
      throw new Error('a test breaks it off');
    })).rejects.toThrow('a test breaks it off');
    expect(heard).toEqual([userIdOf(client)]);
  });
});
