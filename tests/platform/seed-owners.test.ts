/** Somebody who writes to the database and does not have the key names a pair of their own player like a draw, to be told the draw's seed. */
import { createHmac, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { transaction } from '../../server/db/transaction';
import { readFairness, rotateSeeds } from '../../server/games/seed-pairs';
import { newId } from '../../server/ids';
import { checkMoneyNow } from '../../server/money-watch';
import { runDraws } from '../../server/promotions/draws/run-draws';
import { readDraws, readProof } from '../../server/promotions/draws/published-draws';
import { drawSeedOf } from '../../server/promotions/draws/draw-seed';
import { ForeignSeedIdError, createSeedKeys } from '../../server/seed-keys';
import { getFairness, playRound, rotateSeeds as rotateSeedsEndpoint } from '../../src/core/contract/games';
import { commitOf } from '../../src/core/fairness/draws';
import { kobo } from '../../src/core/money';
import { testDatabase } from '../support/database';
import { DRAW_CLOSES, DRAW_OPENS } from '../support/draw-stage';
import { paramsOf, userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney, makePlayer } from '../support/players';
import { makeStage } from '../support/protection/stage';
import { TEST_SEED_KEY, TEST_SEED_KEYS, registerTestKey } from '../support/seed-keys';
import { ROOT } from '../support/stages.mjs';

const { currentId } = TEST_SEED_KEYS;
const ID = 'an-id-of-22-characters';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

interface PublishedDraw {
  readonly drawId: string;
  readonly commit: string;
}

/** A draw that is over, whose seed everybody knows, and the one that runs. */
async function heldAndRunning(): Promise<readonly [PublishedDraw, PublishedDraw]> {
  const goTo = (instant: string, days = 0) => site.pass(Date.parse(instant) + days * 24 * 60 * 60_000 - site.platform.now().getTime());
  goTo(DRAW_OPENS, 1);
  await runDraws(site.platform);
  goTo(DRAW_CLOSES);
  await runDraws(site.platform);
  goTo(DRAW_OPENS, 8);
  await runDraws(site.platform);
  const { items: [running, held] } = await readDraws(site.pool, null, 2);
  if (typeof held?.drawnAt !== 'string' || running?.drawnAt !== null) throw new Error('one draw is over and one runs');
  return [held, running];
}

/** Runs the regular check of the database, and returns the alerts that it logs for the people who watch. */
async function watchAlerts(): Promise<string> {
  const before = site.logs.length;
  await checkMoneyNow(site.platform);
  return site.logs.slice(before).filter((line) => line.includes('"alert":true')).join('\n');
}

const INSERT = `INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at) VALUES ($1, $2, $3, $4, 'abc', $5, now())`;

describe('a pair that is named like a draw', () => {
  it('is not written', async () => {
    const userId = await makePlayer(site.pool);
    const names = [`draw/${ID}`, ID.slice(1), `${ID}a`, `${ID}\n`, `${ID.slice(1)}/`, ''];
    for (const name of names) await expect(site.pool.query(INSERT, [name, userId, currentId, commitOf('ab'.repeat(32)), 'active'])).rejects.toThrow('seed_pair_id_is_ours');
  });

  it('gets no seed of a draw that is over or runs where it could be written: each call fails, nothing is written, and an alert says so', async () => {
    const [held, running] = await heldAndRunning();
    await site.pool.query('ALTER TABLE seed_pair DROP CONSTRAINT seed_pair_id_is_ours');
    for (const { drawId, commit } of [held, running]) {
      const client = await site.signUp();
      const [params, userId] = [paramsOf(client), userIdOf(client)];
      await giveMoney(site.pool, userId, kobo(1_000_00));
      const nextId = newId({ randomBytes });
      await site.pool.query(INSERT, [`draw/${drawId}`, userId, currentId, commit, 'active']);
      await site.pool.query(INSERT, [nextId, userId, currentId, commitOf(await TEST_SEED_KEYS.seedOf(currentId, 'pair', nextId)), 'next']);
      const written = async () => (await site.pool.query(
        `SELECT (SELECT jsonb_agg(to_jsonb(p) ORDER BY number) FROM seed_pair p WHERE user_id = $1) AS pairs, (SELECT count(*) FROM round WHERE user_id = $1) AS rounds,
           (SELECT balance FROM ledger_account WHERE account_id = 'real:' || $1) AS balance, (SELECT count(*) FROM admin_audit WHERE subject = $2) AS reveals,
           (SELECT to_jsonb(d) FROM draw d WHERE draw_id = $3) AS draw`,
        [userId, `draw/${drawId}`, drawId],
      )).rows;
      const before = await written();
      const alerts = site.logs.length;
      const answers = [
        await client.call(getFairness, { params }),
        await client.call(rotateSeedsEndpoint, { params }),
        await client.call(playRound, { params: { ...params, gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key: newKey() }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
      const seed = await TEST_SEED_KEYS.seedOf(currentId, 'draw', drawId);
      for (const { text } of answers) expect(text).not.toContain(seed);
      expect(await written()).toEqual(before);
      const raised = site.logs.slice(alerts).filter((line) => line.includes('"alert":true') && line.includes(`named draw/${drawId}`));
      expect(raised).toHaveLength(answers.length);
    }
    const seeds = await Promise.all([held, running].map(({ drawId }) => TEST_SEED_KEYS.seedOf(currentId, 'draw', drawId)));
    const { rows } = await site.pool.query<{ seed: string | null }>('SELECT seed FROM draw ORDER BY week');
    // Only the one that is over has its seed there.
    expect(rows.map(({ seed }) => seed)).toEqual([seeds[0], null]);
    expect(await watchAlerts()).toContain(`pair draw/${running.drawId} of player`);
  });

  it('raises an alert where somebody revealed it by hand', async () => {
    const userId = await makePlayer(site.pool);
    const seed = 'ef'.repeat(32);
    await site.pool.query('ALTER TABLE seed_pair DROP CONSTRAINT IF EXISTS seed_pair_id_is_ours');
    await site.pool.query(INSERT, ['draw/by-hand', userId, currentId, commitOf(seed), 'active']);
    await site.pool.query(`UPDATE seed_pair SET state = 'revealed', revealed_at = now(), server_seed = $1 WHERE seed_pair_id = 'draw/by-hand'`, [seed]);
    expect(await watchAlerts()).toContain(`reveals draw/by-hand of player ${userId}`);
  });
});

describe('the seed keys', () => {
  const keys = createSeedKeys([TEST_SEED_KEY]);

  it.each(['', 'draw', ID.slice(1), `${ID}a`, `draw/${ID}`, `${ID}\n`, `draw/${ID.slice(5)}`])('give nothing for the id %j', async (id) => {
    for (const owner of ['pair', 'draw'] as const) await expect(keys.seedOf(keys.currentId, owner, id)).rejects.toThrow(ForeignSeedIdError);
  });

  it('give a pair and a draw of one id two seeds', async () => {
    const ofKey = (text: string) => createHmac('sha256', TEST_SEED_KEY).update(text).digest('hex');
    expect(await keys.seedOf(keys.currentId, 'pair', ID)).toBe(ofKey(ID));
    expect(await keys.seedOf(keys.currentId, 'draw', ID)).toBe(ofKey(`draw/${ID}`));
  });
});

it('pairs and draws that the version before made go on with their seeds, and a pair that was named like a draw there gets none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  const database = await testDatabase({ isMigrated: false });
  const { pool } = database;
  try {
    const all = path.join(ROOT, 'server/db/migrations');
    for (const name of (await readdir(all)).filter((each) => each < '0078')) await cp(path.join(all, name), path.join(folder, name));
    await migrate(pool, folder);
    await registerTestKey(pool);
    // As the version before did: one function for both, to which a draw gave its id behind a word.
    const formerSeedOf = (name: string) => createHmac('sha256', TEST_SEED_KEY).update(name).digest('hex');
    const [pairId, nextId, drawId] = ['-before-letters-were-1', newId({ randomBytes }), newId({ randomBytes })];
    const [userId, insiderId] = [await makePlayer(pool), await makePlayer(pool)];
    await pool.query(INSERT, [pairId, userId, currentId, commitOf(formerSeedOf(pairId)), 'active']);
    await pool.query(INSERT, [nextId, userId, currentId, commitOf(formerSeedOf(nextId)), 'next']);
    const commit = commitOf(formerSeedOf(`draw/${drawId}`));
    await pool.query(
      `INSERT INTO draw (draw_id, promotion_id, week, opens_at, closes_at, key_id, commit_hash, prizes, rules, created_at)
       VALUES ($1, 'giveaway', '2026-11-23', $2, $3, $4, $5, '{100}', 2, $2)`,
      [drawId, DRAW_OPENS, DRAW_CLOSES, currentId, commit],
    );
    await pool.query(`INSERT INTO draw_attempt (draw_id, number, source, named_at) VALUES ($1, 1, 'platform', $2)`, [drawId, DRAW_OPENS]);
    await pool.query(INSERT, [`draw/${drawId}`, insiderId, currentId, commit, 'active']);
    await migrate(pool, all);

    const stage = makeStage(pool);
    const rotated = (ofUser: string) => transaction(pool, (tx) => rotateSeeds(tx, stage.platform, ofUser));
    const { previous, commit: nextCommit } = await rotated(userId);
    expect(previous).toMatchObject({ serverSeed: formerSeedOf(pairId) });
    expect(nextCommit).toBe(commitOf(formerSeedOf(nextId)));
    await expect(transaction(pool, (tx) => readFairness(tx, stage.platform, insiderId))).rejects.toThrow(ForeignSeedIdError);
    await expect(rotated(insiderId)).rejects.toThrow(ForeignSeedIdError);
    const row = { draw_id: drawId, seed: null, key_id: currentId, commit_hash: commit };
    expect(await drawSeedOf(TEST_SEED_KEYS, row)).toBe(formerSeedOf(`draw/${drawId}`));
    stage.at(DRAW_CLOSES);
    await runDraws(stage.platform);
    expect((await readProof(pool, drawId)).seed).toBe(formerSeedOf(`draw/${drawId}`));
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
