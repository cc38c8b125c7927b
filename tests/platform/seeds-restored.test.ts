/** The seeds of a restored database: what players saw in the lost time tells them nothing about rounds to come. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markAsRestored } from '../../server/tools/backup/restore-backup';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { placeBet, readFairness, readSeeds } from '../support/sealed-bets';
import { kobo } from '../../src/core/money';

const MINUTE_MS = 60_000;

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(() => ayo.close());

interface Player {
  readonly username: string;
  readonly client: TestClient;
}

async function makePlayer(): Promise<Player> {
  const username = `seeds${Math.floor(ayo.platform.now().getTime() / 1_000)}`;
  const client = await ayo.signUp({ username });
  await giveMoney(ayo.pool, userIdOf(client), kobo(1_000_00), ayo.platform.now(), { isPlayed: true });
  ayo.pass(MINUTE_MS);
  return { username, client };
}

/** The database is what it was now, and everything from now on is lost; whoever played signs in again. */
async function restore({ username }: Player): Promise<TestClient> {
  await markAsRestored(ayo.pool, ayo.platform.now(), ayo.platform.now());
  ayo.pass(MINUTE_MS);
  return ayo.signIn(username);
}

const livePairs = async (client: TestClient): Promise<readonly string[]> =>
  (await ayo.pool.query<{ commit_hash: string }>(`SELECT commit_hash FROM seed_pair WHERE user_id = $1 AND state <> 'revealed'`, [userIdOf(client)]))
    .rows.map(({ commit_hash: commit }) => commit);

describe('after a restore', () => {
  it('no round is drawn from a pair from before it, neither from the active one nor from the next', async () => {
    const player = await makePlayer();
    expect((await placeBet(player.client)).status).toBe(201);
    ayo.pass(MINUTE_MS);
    const known = await readSeeds(player.client);
    const knownPairs = await livePairs(player.client);
    const client = await restore(player);

    // The player saw in the lost time what this draw gives.
    const refused = await placeBet(client, { seeds: known });
    expect([refused.status, refused.problem?.code]).toEqual([409, 'seed-changed']);
    const fresh = await readFairness(client);
    expect(knownPairs).not.toContain(fresh.commit);
    expect((await livePairs(client)).filter((commit) => knownPairs.includes(commit))).toEqual([]);
    ayo.pass(MINUTE_MS);
    expect((await placeBet(client, { seeds: await readSeeds(client) })).status).toBe(201);
    expect((await readFairness(client)).commit).toBe(fresh.commit);
  });

  it('a bet that names no draw is drawn from a new pair', async () => {
    const player = await makePlayer();
    await readSeeds(player.client);
    const knownPairs = await livePairs(player.client);
    const client = await restore(player);
    const { status, data } = await placeBet(client);
    expect(status).toBe(201);
    expect(knownPairs).not.toContain(data.fairness.commit);
  });
});
