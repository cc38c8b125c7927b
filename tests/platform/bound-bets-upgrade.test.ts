/** A database of the version before bets were bound, with pairs in every state and two open rounds of one player, brought up to date. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { transaction } from '../../server/db/transaction';
import { listOpenRounds } from '../../server/games/open-rounds';
import { readFairness, rotateSeeds } from '../../server/games/seed-pairs';
import { kobo } from '../../src/core/money';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { testDatabase } from '../support/database';
import { giveMoney, makePlayer } from '../support/players';
import { makeStage } from '../support/protection/stage';
import { TEST_SEED_KEYS, registerTestKey, writeChosenPair, writeRevealedPair } from '../support/seed-keys';
import { ROOT } from '../support/stages.mjs';
import { CLIENT_SEED, minesUnder, open, playOn, problemOf, roundOf, seedSteppedGames, start } from '../support/stepped-rounds';
import { MINED_CELLS, MINES_SEED, STAND } from '../support/stepped-stage';

const AT = new Date('2026-11-21T09:00:00Z');

it('pairs and rounds of the version before go on: what is open is finished first, and nobody is said to have chosen what nobody wrote down', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  const database = await testDatabase({ isMigrated: false });
  const { pool } = database;
  try {
    const all = path.join(ROOT, 'server/db/migrations');
    for (const name of (await readdir(all)).filter((each) => each < '0067')) await cp(path.join(all, name), path.join(folder, name));
    await migrate(pool, folder);
    await registerTestKey(pool);
    await seedSteppedGames(pool, AT);
    const userId = await makePlayer(pool);
    await writeRevealedPair(pool, { userId, at: AT });
    await writeChosenPair(pool, { userId, serverSeed: MINES_SEED, clientSeed: CLIENT_SEED, state: 'active', at: AT });
    await writeChosenPair(pool, { userId, serverSeed: 'ab'.repeat(32), clientSeed: 'next-one', state: 'next', at: AT });
    for (const [nonce, gameId, bet] of [[0, 'mines', { mines: 3 }], [1, 'blackjack', {}]] as const) {
      await pool.query(
        `WITH used AS (UPDATE seed_pair SET nonce = nonce + 1 WHERE user_id = $2 AND state = 'active')
         INSERT INTO open_round (round_id, user_id, game_id, bet, first_stake, stake, bonus_staked, balance_before, seed_pair_id, nonce, client_seed,
           contribution, transaction_id, started_at, settles_at)
         SELECT $1, $2, $3, $4, 10000, 10000, 0, 100000, seed_pair_id, $5, $6, 0, '1', $7::timestamptz, $7::timestamptz + interval '1 day'
         FROM seed_pair WHERE user_id = $2 AND state = 'active'`,
        [`open-${gameId}`, userId, gameId, bet, nonce, CLIENT_SEED, AT],
      );
    }
    expect(await migrate(pool, all)).toContain('0067_bets_bind');

    const { platform } = makeStage(pool);
    await giveMoney(pool, userId, kobo(100_000), AT);
    const fairness = await transaction(pool, (tx) => readFairness(tx, platform, userId));
    expect(fairness).toMatchObject({ clientSeed: CLIENT_SEED, nonce: 2 });
    expect(fairness).not.toHaveProperty('clientSeedBy');
    const seeds = { commit: fairness.commit, clientSeed: CLIENT_SEED, nonce: 2 };
    const { items } = await listOpenRounds(pool, TEST_SEED_KEYS, userId);
    expect(items.map(({ gameId }) => gameId)).toEqual(['blackjack', 'mines']);
    for (const round of items) {
      expect(problemOf(await start(platform, userId, { seeds }))).toMatchObject({ code: 'round-open' });
      await playOn(platform, userId, round, round.gameId === 'mines' ? [open(MINED_CELLS[0] ?? 0)] : [STAND]);
    }
    const begun = roundOf(await start(platform, userId, { seeds }));
    expect(begun.fairness).toEqual({ ...seeds, rules: RULES_VERSIONS['mines'] });
    await playOn(platform, userId, begun, [open(minesUnder(MINES_SEED, 3, 2)[0] ?? 0)]);
    const turned = await transaction(pool, (tx) => rotateSeeds(tx, platform, userId));
    expect(turned).toMatchObject({ clientSeed: 'next-one', clientSeedBy: 'platform', previous: { commit: fairness.commit, serverSeed: MINES_SEED } });
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
