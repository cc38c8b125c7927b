import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverSeedOf } from '../../server/games/server-seed';
import type { StoredSeed } from '../../server/games/server-seed';
import { minimumCycleMs } from '../../src/core/play-times';
import { listAuditLines } from '../../server/audit/audit-list';
import { verifyAudit } from '../../server/audit/verify-audit';
import { readFairness, rotateSeeds } from '../../server/games/seed-pairs';
import { newId } from '../../server/ids';
import { KeyFileError } from '../../server/key-file';
import { readSeedKeys } from '../../server/seed-key-file';
import { createSeedKeys } from '../../server/seed-keys';
import type { SeedKeys } from '../../server/seed-keys';
import { createDatabaseWatch } from '../../server/db/database-watch';
import { transaction } from '../../server/db/transaction';
import { commitOf } from '../../src/core/fairness/draws';
import { getFairness, playRound, rotateSeeds as rotateSeedsEndpoint } from '../../src/core/contract/games';
import { kobo } from '../../src/core/money';
import { makeTemporaryDirectory } from '../support/embedded';
import { paramsOf, userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney, makePlayer } from '../support/players';
import { TEST_SEED_KEY, TEST_SEED_KEYS } from '../support/seed-keys';
import { seedSteppedGames } from '../support/stepped-rounds';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(() => site.close());

/** Every row of every table, and the text of every function and comment, as a dump of the database has them. */
async function dumpOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${name} t`);
    texts.push(...table.rows.map(({ text }) => text));
  }
  const { rows: code } = await pool.query<{ text: string }>('SELECT prosrc AS text FROM pg_proc UNION ALL SELECT description FROM pg_description');
  return [...texts, ...code.map(({ text }) => text)].join('\n');
}

/** The bytes that a word of a dump may stand for. */
function readings(word: string): readonly Buffer[] {
  const encodings = ['utf8', 'hex', 'base64', 'base64url'] as const;
  return [...encodings.map((encoding) => Buffer.from(word, encoding)), Buffer.from(word.toLowerCase(), 'utf8')];
}

/** Every server seed that somebody could try who has nothing but the dump: what stands there, and what it gives as a key of the pair. */
function seedsToTry(words: Iterable<string>, pairId: string): Set<string> {
  const seeds = new Set<string>();
  for (const word of words) {
    for (const bytes of readings(word)) {
      seeds.add(bytes.toString('utf8'));
      seeds.add(bytes.toString('hex'));
      seeds.add(createHash('sha256').update(bytes).digest('hex'));
      seeds.add(createHmac('sha256', bytes).update(pairId).digest('hex'));
    }
  }
  return new Set([...seeds].filter((seed) => /^[0-9a-f]{64}$/.test(seed)));
}

async function livePairs(pool: Pool, userId: string): Promise<readonly StoredSeed[]> {
  const { rows } = await pool.query<StoredSeed>(
    `SELECT seed_pair_id, server_seed, key_id, commit_hash FROM seed_pair WHERE user_id = $1 AND state <> 'revealed' ORDER BY number`, [userId],
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
    // A seed or a key that stood there under whatever name, however it was written, would give the commit of its pair.
    const words = new Set(dump.match(/[0-9A-Za-z+/=_-]{16,}/g));
    expect(words.size).toBeGreaterThan(50);
    for (const { seed_pair_id: pairId, commit_hash: commit } of live) {
      expect([...seedsToTry(words, pairId)].filter((seed) => commitOf(seed) === commit)).toEqual([]);
      // The key is what is missing: with it the search finds the seed.
      expect([...seedsToTry([TEST_SEED_KEY.toString('hex')], pairId)].filter((seed) => commitOf(seed) === commit)).toHaveLength(1);
    }
    const { previous } = (await client.call(getFairness, { params })).data;
    expect(dump).toContain(previous?.serverSeed);
  });

  it('draws from nothing that was put in the place of a pair: a commit that its key does not give is refused', async () => {
    const { userId } = await seatedPlayer();
    const { currentId } = TEST_SEED_KEYS;
    await transaction(site.pool, async (tx) => {
      await tx.query(
        `INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at) VALUES ($1, $2, $3, $4, 'x', 'active', now())`,
        [newId({ randomBytes }), userId, currentId, commitOf('ab'.repeat(32))],
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
    ['another chooser of its client seed after a round', `nonce = nonce + 1, client_seed_by = 'player'`, 'stays once a round'],
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
    for (const table of ['seed_pair', 'seed_key', 'round']) await expect(site.pool.query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('only ever added');
  });

  it('has no client seed that is called the platform’s and was put there later', async () => {
    const { userId } = await seatedPlayer();
    expect((await pairsOf(userId, TEST_SEED_KEYS)).clientSeedBy).toBe('platform');
    await change(userId, `client_seed = 'ground-after-the-commit'`);
    expect(await pairsOf(userId, TEST_SEED_KEYS)).not.toHaveProperty('clientSeedBy');
  });

  it('leaves a line in the chained trail when it is revealed, whoever does it, and what admins did is listed without', async () => {
    const { userId } = await seatedPlayer();
    const { commit, clientSeed } = await pairsOf(userId, TEST_SEED_KEYS);
    const [{ seed_pair_id: pairId } = { seed_pair_id: '' }] = await livePairs(site.pool, userId);
    const all = async () => (await listAuditLines(site.pool, { limit: 100 })).items;
    const before = await all();
    const { previous } = await transaction(site.pool, (tx) => rotateSeeds(tx, site.platform, userId));
    const { items } = await listAuditLines(site.pool, { subject: pairId });
    expect(items).toMatchObject([{
      action: 'seeds-revealed', subject: pairId, at: site.platform.now().toISOString(),
      before: { commit, clientSeed, rounds: 0 }, after: { serverSeed: previous?.serverSeed },
    }]);
    expect(await all()).toEqual(before);
    expect((await verifyAudit(site.pool)).ok).toBe(true);
  });

  it('does not begin with its seed in the database', async () => {
    const { userId } = await seatedPlayer();
    const seed = randomBytes(32).toString('hex');
    await expect(site.pool.query(
      `INSERT INTO seed_pair (seed_pair_id, user_id, server_seed, commit_hash, client_seed, state, created_at) VALUES ($4, $1, $2, $3, 'x', 'active', now())`,
      [userId, seed, commitOf(seed), newId({ randomBytes })],
    )).rejects.toThrow('begins with a key');
  });

  it('of the time before there were keys is played and revealed with the seed that is stored', async () => {
    const { userId } = await seatedPlayer();
    const seed = randomBytes(32).toString('hex');
    await site.pool.query('ALTER TABLE seed_pair DISABLE TRIGGER seed_pair_is_kept');
    await site.pool.query(
      `INSERT INTO seed_pair (seed_pair_id, user_id, server_seed, commit_hash, client_seed, state, created_at) VALUES ($4, $1, $2, $3, 'x', 'active', now())`,
      [userId, seed, commitOf(seed), newId({ randomBytes })],
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

  /** A database in which nobody has played. */
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

  it('is shared by all processes on a database: when two start at once with folders of their own, the second says what it lacks', async () => {
    const other = await emptyPlatform();
    const folders = await Promise.all([makeTemporaryDirectory(), makeTemporaryDirectory()]);
    const startIn = (dataDir: string) => readSeedKeys({ seedKeyFile: undefined, dataDir }, { ...deps(), pool: other.pool });
    const starts = await Promise.allSettled(folders.map(startIn));
    const [first] = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refusals: unknown[] = starts.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toBeInstanceOf(KeyFileError);
    expect(String(refusals[0])).toContain(`draws from the seed key ${first?.currentId ?? ''}, which`);
    const winner = folders[starts.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    const loser = folders.find((each) => each !== winner) ?? '';
    await expect(readFile(path.join(loser, 'secrets', 'seed-keys'))).rejects.toThrow('ENOENT');
    // With a file of its own the start is refused, too; with the other process's file it succeeds.
    const own = path.join(loser, 'own');
    await writeFile(own, `${keyLine()}\n`);
    const startWith = (seedKeyFile: string) => readSeedKeys({ seedKeyFile, dataDir: loser }, { ...deps(), pool: other.pool });
    await expect(startWith(own)).rejects.toThrow('draws from the seed key');
    expect((await startWith(path.join(winner, 'secrets', 'seed-keys'))).currentId).toBe(first?.currentId);
    await other.close();
  });

  it('of a process that is gone, and with which nothing was drawn, is not needed; while the process is alive, it is', async () => {
    const other = await emptyPlatform();
    let at = site.platform.now();
    const startIn = async (dataDir: string) => readSeedKeys({ seedKeyFile: undefined, dataDir }, { ...deps(), pool: other.pool, now: () => at });
    const [lost, next] = [await makeTemporaryDirectory(), await makeTemporaryDirectory()];
    const first = await startIn(lost);
    at = new Date(at.getTime() + 10 * 60_000);
    await createDatabaseWatch({ pool: other.pool, now: () => at, log: () => undefined }).check();
    await expect(startIn(next)).rejects.toThrow(`draws from the seed key ${first.currentId}`);
    at = new Date(at.getTime() + 10 * 60_000);
    expect((await startIn(next)).currentId).not.toBe(first.currentId);
    // A process that comes back later does not have the newer key.
    await expect(startIn(lost)).rejects.toThrow('draws from the seed key');
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
    expect(refusal).toBeInstanceOf(KeyFileError);
    expect(String(refusal)).toContain(reason);
    expect(String(refusal)).not.toContain('sesame');
  });

  it('that is named and missing is not made, and no other one is made where pairs are in use', async () => {
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
  // HMAC-SHA256(key = 32 zero bytes, message = the id, of a draw behind "draw/"); the figures are openssl's (dgst -sha256 -mac HMAC)
  expect(await keys.seedOf(keys.currentId, 'pair', 'pair-1-aaaaaaaaaaaaaaa')).toBe('3c0a427ca4545a2e9085b0c14bc184e691546de7f48729f1af8a62ceb35c1151');
  expect(await keys.seedOf(keys.currentId, 'draw', 'pair-1-aaaaaaaaaaaaaaa')).toBe('e3abaecae5f3979dcbf89cb38a2434c495edaa31649b6155c138d6113d92e2ae');
  await expect(keys.seedOf('0'.repeat(16), 'pair', 'pair-1-aaaaaaaaaaaaaaa')).rejects.toThrow('is not here');
  expect(() => createSeedKeys([])).toThrow(RangeError);
});
