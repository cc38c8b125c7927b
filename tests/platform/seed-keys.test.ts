import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverSeedOf } from '../../server/games/sealed-seed';
import type { SealedSeed } from '../../server/games/sealed-seed';
import { minimumCycleMs } from '../../server/games/pace';
import { readFairness, rotateSeeds } from '../../server/games/seed-pairs';
import { SeedKeyError, readSeedKeys } from '../../server/seed-key-file';
import { createSeedKeys } from '../../server/seed-keys';
import type { SeedKeys } from '../../server/seed-keys';
import { transaction } from '../../server/db/transaction';
import { commitOf } from '../../src/core/fairness/draws';
import { getFairness, playRound, rotateSeeds as rotateSeedsEndpoint } from '../../src/core/contract/games';
import { kobo } from '../../src/core/money';
import { makeTemporaryDirectory } from '../support/embedded';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney, makePlayer } from '../support/players';
import { TEST_SEED_KEYS } from '../support/seed-keys';
import { seedSteppedGames } from '../support/stepped-rounds';
import { newKey, paramsOf, userIdOf } from '../support/withdrawals';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(() => site.close());

/** Every row of every table, as text. */
async function dumpOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${name} t`);
    texts.push(...table.rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

async function livePairs(pool: Pool, userId: string): Promise<readonly SealedSeed[]> {
  const { rows } = await pool.query<SealedSeed>(
    `SELECT seed_pair_id, server_seed, key_id, commit_hash FROM seed_pair WHERE user_id = $1 AND state <> 'revealed'`, [userId],
  );
  return rows;
}

const pairsOf = (userId: string, seedKeys: SeedKeys) =>
  transaction(site.pool, (tx) => readFairness(tx, { ...site.platform, seedKeys }, userId));

describe('whoever reads the whole database', () => {
  it('predicts no round of anybody: what is in use is not there in any form, and what is revealed is', async () => {
    const client = await site.signUp();
    const params = paramsOf(client);
    await giveMoney(site.pool, userIdOf(client), kobo(1_000_00));
    await client.call(getFairness, { params });
    const spin = await client.call(playRound, { params: { ...params, gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key: newKey() });
    expect(spin.status).toBe(201);
    site.pass(minimumCycleMs('slots'));
    await client.call(rotateSeedsEndpoint, { params });
    const mines = await client.call(playRound, { params: { ...params, gameId: 'mines' }, body: { stake: 100, currency: 'NGN', bet: { mines: 3 } }, key: newKey() });
    expect(mines.data).toMatchObject({ state: 'open' });

    const dump = await dumpOf(site.pool);
    const live = await livePairs(site.pool, userIdOf(client));
    expect(live).toHaveLength(2);
    for (const pair of live) expect(dump).not.toContain(await serverSeedOf(TEST_SEED_KEYS, pair));
    // A seed that stood there in hexadecimal under whatever name would fit the commit of its pair.
    const commits = new Set(live.map(({ commit_hash: commit }) => commit));
    const words = new Set(dump.match(/[0-9a-f]{64}/g));
    expect(words.size).toBeGreaterThan(2);
    expect([...words].filter((word) => commits.has(commitOf(word)))).toEqual([]);
    const { previous } = (await client.call(getFairness, { params })).data;
    expect(dump).toContain(previous?.serverSeed);
  });

  it('draws from nothing that was put in the place of a pair: a commit that its key does not give is refused', async () => {
    const { userId } = await seatedPlayer();
    const { currentId } = TEST_SEED_KEYS;
    await transaction(site.pool, async (tx) => {
      await tx.query(
        `INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at) VALUES ($1, $2, $3, $4, 'x', 'active', now())`,
        [`put-${userId}`, userId, currentId, commitOf('ab'.repeat(32))],
      );
    });
    await expect(pairsOf(userId, TEST_SEED_KEYS)).rejects.toThrow('does not fit its commit');
  });
});

async function seatedPlayer(): Promise<{ readonly userId: string }> {
  return { userId: await makePlayer(site.pool) };
}

describe('a pair', () => {
  const change = (userId: string, sql: string) => site.pool.query(`UPDATE seed_pair SET ${sql} WHERE user_id = $1 AND state = 'active'`, [userId]);

  it.each([
    ['another commit', `commit_hash = repeat('a', 64)`, 'keeps its commit'],
    ['another key', `key_id = NULL`, 'keeps its commit'],
    ['its seed while rounds are drawn from it', `server_seed = repeat('a', 64)`, 'when its pair is revealed'],
    ['another seed than it was committed to', `state = 'revealed', revealed_at = now(), server_seed = repeat('a', 64)`, 'seed_pair_seed_fits_commit'],
    ['an end without its seed', `state = 'revealed', revealed_at = now()`, 'seed_pair_has_a_seed'],
    ['a nonce twice', 'nonce = nonce + 2', 'rises by one'],
    ['another client seed after a round', `nonce = nonce + 1, client_seed = 'mine'`, 'stays once a round'],
    ['the state from before', `state = 'next'`, 'next, then active'],
  ])('is not given %s, whoever tries', async (_, sql, reason) => {
    const { userId } = await seatedPlayer();
    await pairsOf(userId, TEST_SEED_KEYS);
    await expect(change(userId, sql)).rejects.toThrow(reason);
  });

  it('does not go, and does not change once it is revealed', async () => {
    const { userId } = await seatedPlayer();
    await pairsOf(userId, TEST_SEED_KEYS);
    await transaction(site.pool, (tx) => rotateSeeds(tx, site.platform, userId));
    const revealed = `WHERE user_id = '${userId}' AND state = 'revealed'`;
    await expect(site.pool.query(`DELETE FROM seed_pair ${revealed}`)).rejects.toThrow('a seed pair stays');
    await expect(site.pool.query(`UPDATE seed_pair SET client_seed = 'mine' ${revealed}`)).rejects.toThrow('stays as it is');
  });

  it('does not begin with its seed in the database', async () => {
    const { userId } = await seatedPlayer();
    const seed = randomBytes(32).toString('hex');
    await expect(site.pool.query(
      `INSERT INTO seed_pair (seed_pair_id, user_id, server_seed, commit_hash, client_seed, state, created_at) VALUES ($1, $1, $2, $3, 'x', 'active', now())`,
      [userId, seed, commitOf(seed)],
    )).rejects.toThrow('begins with a key');
  });

  it('of the time before there were keys is played and revealed with the seed that is stored', async () => {
    const { userId } = await seatedPlayer();
    const seed = randomBytes(32).toString('hex');
    await site.pool.query('ALTER TABLE seed_pair DISABLE TRIGGER seed_pair_is_kept');
    await site.pool.query(
      `INSERT INTO seed_pair (seed_pair_id, user_id, server_seed, commit_hash, client_seed, state, created_at) VALUES ($1, $1, $2, $3, 'x', 'active', now())`,
      [userId, seed, commitOf(seed)],
    );
    await site.pool.query('ALTER TABLE seed_pair ENABLE TRIGGER seed_pair_is_kept');
    expect(await pairsOf(userId, TEST_SEED_KEYS)).toMatchObject({ commit: commitOf(seed) });
    const after = await transaction(site.pool, (tx) => rotateSeeds(tx, site.platform, userId));
    expect(after.previous).toMatchObject({ commit: commitOf(seed), serverSeed: seed });
    expect((await livePairs(site.pool, userId)).map(({ server_seed: stored }) => stored)).toEqual([null, null]);
  });
});

describe('the key file', () => {
  const deps = () => ({ pool: site.pool, randomBytes, now: site.platform.now });
  const keyLine = () => randomBytes(32).toString('hex');

  /** Nobody has played there. */
  const emptyPlatform = () => testPlatform();

  it('is made by the first start, for its owner’s eyes alone; two starts at once have one key', async () => {
    const other = await emptyPlatform();
    const dataDir = await makeTemporaryDirectory();
    const config = { seedKeyFile: undefined, dataDir };
    const starts = await Promise.all([1, 2, 3].map(() => readSeedKeys(config, { ...deps(), pool: other.pool })));
    expect(new Set(starts.map(({ currentId }) => currentId)).size).toBe(1);
    const file = path.join(dataDir, 'secrets', 'seed-keys');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readSeedKeys(config, { ...deps(), pool: other.pool })).currentId).toBe(starts[0]?.currentId);
    await other.close();
  });

  it('takes another line: what was begun goes on under the old key, what comes next has the new one', async () => {
    const other = await emptyPlatform();
    const dataDir = await makeTemporaryDirectory();
    const file = path.join(dataDir, 'keys');
    const [oldKey, newKeyLine] = [keyLine(), keyLine()];
    await writeFile(file, `# made on Monday\n${oldKey}\n`);
    const read = () => readSeedKeys({ seedKeyFile: file, dataDir }, { ...deps(), pool: other.pool });
    const before = await read();
    const userId = await makePlayer(other.pool);
    const first = await transaction(other.pool, (tx) => readFairness(tx, { ...other.platform, seedKeys: before }, userId));
    await writeFile(file, `${oldKey}\n${newKeyLine}\n`);
    const after = await read();
    expect(after.currentId).not.toBe(before.currentId);
    const rotated = await transaction(other.pool, (tx) => rotateSeeds(tx, { ...other.platform, seedKeys: after }, userId));
    expect(rotated.previous).toMatchObject({ commit: first.commit });
    expect(commitOf(rotated.previous?.serverSeed ?? '')).toBe(first.commit);
    expect((await livePairs(other.pool, userId)).map(({ key_id: keyId }) => keyId).sort()).toEqual([before.currentId, after.currentId].sort());
    // The old line is needed as long as a pair of its key is in use.
    await writeFile(file, `${newKeyLine}\n`);
    await expect(read()).rejects.toThrow(`lacks the seed key ${before.currentId}`);
    await transaction(other.pool, (tx) => rotateSeeds(tx, { ...other.platform, seedKeys: after }, userId));
    await expect(read()).resolves.toMatchObject({ currentId: after.currentId });
    await other.close();
  });

  it.each([
    ['a line that is no key', 'sesame\n', 'key 1 must be 64 characters'],
    ['no line at all', '# nothing\n', 'has no key'],
  ])('with %s stops the start with a word that quotes nothing of it', async (_, text, reason) => {
    const dataDir = await makeTemporaryDirectory();
    const file = path.join(dataDir, 'keys');
    await writeFile(file, text);
    const refusal = await readSeedKeys({ seedKeyFile: file, dataDir }, deps()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SeedKeyError);
    expect(String(refusal)).toContain(reason);
    expect(String(refusal)).not.toContain('sesame');
  });

  it('that is named and not there is not made, and neither is another one where pairs are in use', async () => {
    const dataDir = await makeTemporaryDirectory();
    const other = await emptyPlatform();
    await expect(readSeedKeys({ seedKeyFile: path.join(dataDir, 'none'), dataDir }, { ...deps(), pool: other.pool })).rejects.toThrow('openssl rand -hex 32');
    await other.close();
    const { userId } = await seatedPlayer();
    await pairsOf(userId, TEST_SEED_KEYS);
    await expect(readSeedKeys({ seedKeyFile: undefined, dataDir }, deps())).rejects.toThrow('Copy it from the machine that runs this database');
    await expect(readFile(path.join(dataDir, 'secrets', 'seed-keys'))).rejects.toThrow('ENOENT');
  });
});

it('a seed is an HMAC of its pair under the key, and nothing else gives it', async () => {
  const key = Buffer.from('00'.repeat(32), 'hex');
  const keys = createSeedKeys([key]);
  // HMAC-SHA256(key = 32 zero bytes, message = "pair-1"); the figure is openssl's (dgst -sha256 -mac HMAC)
  expect(await keys.seedOf(keys.currentId, 'pair-1')).toBe('45603891830999ca09d7a532ee63583ddafbc059958cd9d5862671b74b14f6d3');
  await expect(keys.seedOf('0'.repeat(16), 'pair-1')).rejects.toThrow('is not here');
  expect(() => createSeedKeys([])).toThrow(RangeError);
});
