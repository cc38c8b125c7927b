/** Reads have connections of their own: whatever they take, money moves, and the other way round. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { POOL_SIZE, READ_POOL_SIZE } from '../../server/db/database';
import { ENDPOINTS } from '../../src/core/contract';
import { listGames, playRound } from '../../src/core/contract/games';
import { getBalance } from '../../src/core/contract/player';
import { filterCalls, headersOf, pathOf } from '../support/contract-table';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { richPlayer } from '../support/rich-players';

/** Reads that need the connections for money: they ask a gateway, make seeds, or say what became of a key. */
const READS_OF_MONEY = [ENDPOINTS.getOperation, ENDPOINTS.getFairness, ENDPOINTS.getDeposit, ENDPOINTS.getWithdrawal];

let database: TestDatabase;
let pool: Pool;
let readPool: Pool;
let site: TestPlatform;
let player: TestClient;
const releases: (() => void)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  pool = database.anotherPool({ max: POOL_SIZE });
  readPool = database.anotherPool({ max: READ_POOL_SIZE });
  site = await testPlatform({ database, pool, healthPool: database.healthPool(), parts: { readPool } });
  player = await richPlayer(site);
});
afterEach(() => {
  for (const release of releases.splice(0)) release();
});
afterAll(async () => {
  await site.close();
  await database.close();
});

/** Takes every connection of the pool until the end of the test. */
async function takeAll(from: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: from.options.max }, () => from.connect()));
  releases.push(() => clients.forEach((client) => client.release()));
}

async function countUses(of: Pool, work: () => Promise<unknown>): Promise<number> {
  let uses = 0;
  const onAcquire = (): void => {
    uses += 1;
  };
  of.on('acquire', onAcquire);
  await work();
  of.off('acquire', onAcquire);
  return uses;
}

const play = () =>
  player.call(playRound, { params: { ...paramsOf(player), gameId: 'adire-gold' }, key: randomUUID(), body: { stake: 10, currency: 'NGN', bet: {} } });
const readBalance = () => player.call(getBalance, { params: paramsOf(player) });

const READS = filterCalls((endpoint) => endpoint.method === 'GET' && endpoint.access !== 'admin' && !READS_OF_MONEY.some((each) => each === endpoint));

describe('a call that changes nothing', () => {
  it.each(READS.map((row) => [row.name, row] as const))('%s takes no connection for money', async (_, row) => {
    const ask = () => player.request('GET', pathOf(row.endpoint, { userId: userIdOf(player) }), { headers: headersOf(row) });
    expect(await countUses(pool, async () => expect((await ask()).status).toBeLessThan(500))).toBe(0);
  });

  it('waits where all connections for reads are taken, and money moves meanwhile', async () => {
    await takeAll(readPool);
    const read = readBalance();
    expect((await play()).status).toBe(201);
    for (const release of releases.splice(0)) release();
    expect((await read).status).toBe(200);
  });
});

describe('a call that changes something', () => {
  it('takes no connection for reads', async () => {
    site.pass(60_000);
    expect(await countUses(readPool, async () => expect((await play()).status).toBe(201))).toBe(0);
  });

  it('waits where all connections for money are taken, and everybody reads meanwhile', async () => {
    site.pass(60_000);
    await takeAll(pool);
    const round = play();
    expect((await readBalance()).status).toBe(200);
    expect((await site.client().call(listGames, {})).status).toBe(200);
    for (const release of releases.splice(0)) release();
    expect((await round).status).toBe(201);
  });
});
