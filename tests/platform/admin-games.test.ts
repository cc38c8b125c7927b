import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import { listGames, patchGame } from '../../server/admin/games';
import { readCatalogueTag } from '../../server/catalogue/games';
import { playRound } from '../../server/games/play-round';
import { INITIAL_GAMES, fillCatalogue } from '../../server/games/initial-catalogue';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { newKey } from '../support/keys';
import { refusalOf, testMoney } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';

const GAME = 'adire-gold';

let database: TestDatabase;
let adminId: string;
let version: number;

beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  adminId = await makePlayer(database.pool, { role: 'admin', username: 'Boss' });
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  version = (await listGames(database.pool)).items.find((game) => game.gameId === GAME)?.version ?? NaN;
});

type Patch = Parameters<typeof patchGame>[1]['patch'];
const patch = (wanted: Patch, at = version) =>
  patchGame(testMoney(database.pool).platform, { adminId, gameId: GAME, version: at, patch: wanted });

describe('changing a game', () => {
  it('raises its version and the catalogue’s, and is written down with who, when, from what to what', async () => {
    const tag = await readCatalogueTag(database.pool, new Date());
    const game = await patch({ name: 'Adire Gold II', maxStake: 5_000 });
    expect(game).toMatchObject({ name: 'Adire Gold II', maxStake: 5_000, version: version + 1, updatedBy: 'Boss' });
    expect(await readCatalogueTag(database.pool, new Date())).not.toBe(tag);
    const { rows } = await database.pool.query('SELECT * FROM admin_audit ORDER BY audit_id DESC LIMIT 1');
    expect(rows[0]).toMatchObject({
      user_id: adminId, action: 'game-changed', subject: GAME,
      before: { name: 'Adire Gold', maxStake: 7_500 }, after: { name: 'Adire Gold II', maxStake: 5_000 },
    });
  });

  it('leaves everything alone when nothing is different', async () => {
    const tag = await readCatalogueTag(database.pool, new Date());
    expect((await patch({ enabled: true })).version).toBe(version);
    expect(await readCatalogueTag(database.pool, new Date())).toBe(tag);
  });

  it('is refused with the game as it is now when somebody was quicker', async () => {
    await patch({ contribution: 0.77 });
    const problem = await refusalOf(patch({ name: 'Mine' }));
    expect([problem.status, problem.code]).toEqual([412, 'version-conflict']);
    expect(problem.extra.current).toMatchObject({ gameId: GAME, contribution: 0.77, version: version + 1 });
  });

  it('goes through for exactly one of many admins at the same moment', async () => {
    const settled = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((n) => patch({ contribution: n / 100 })));
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it.each<[Patch, string[]]>([
    [{ minStake: 30_000 }, ['minStake']],
    [{ maxStake: 5 }, ['maxStake']],
    [{ minStake: 10.01 }, ['minStake']],
    // 6,651.2 times ₦7,517.50 is more than a round may pay.
    [{ maxStake: 7_517.5 }, ['maxStake']],
    [{ minStake: 50.05, maxStake: 20.02 }, ['minStake', 'maxStake', 'minStake']],
    [{ categories: ['slots', 'new'] }, ['categories']],
  ])('%o is refused with words at %j', async (wanted, fields) => {
    const problem = await refusalOf(patch(wanted));
    expect([problem.status, problem.extra.errors?.map((error) => error.field)]).toEqual([400, fields]);
  });

  it('is refused for a game that is not there', async () => {
    const platform = testMoney(database.pool).platform;
    const problem = await refusalOf(patchGame(platform, { adminId, gameId: 'nothing', version: 1, patch: {} }));
    expect(problem.status).toBe(404);
  });
});

describe('the audit trail', () => {
  it('can be neither changed nor removed', async () => {
    await patch({ name: `Adire ${version}` });
    await expect(database.pool.query(`UPDATE admin_audit SET action = 'nothing'`)).rejects.toThrow('not allowed');
    await expect(database.pool.query('DELETE FROM admin_audit')).rejects.toThrow('not allowed');
  });
});

describe('the observed return of a game', () => {
  it('is the sum of its rounds', async () => {
    const userId = await makePlayer(database.pool);
    await giveMoney(database.pool, userId, kobo(100_000));
    const key = newKey();
    const { platform } = testMoney(database.pool);
    const before = (await listGames(database.pool)).items.find((game) => game.gameId === GAME)?.observed;
    const answer = await playRound(platform, { userId, gameId: GAME, key, place: HERE, sessionHash: SESSION_HASH, body: { stake: 20, currency: 'NGN', bet: {} } });
    const { win } = JSON.parse(answer.text);
    const after = (await listGames(database.pool)).items.find((game) => game.gameId === GAME)?.observed;
    expect([before?.rounds, after]).toEqual([0, { rounds: 1, staked: 20, won: win, rate: win / 20, interval: null, isOff: false }]);
  });
});

describe('the catalogue at the start', () => {
  it('keeps an admin’s edits and corrects what no admin edits', async () => {
    await patch({ name: 'Renamed', enabled: false });
    await database.pool.query('UPDATE game SET bytes = 1');
    const tag = await readCatalogueTag(database.pool, new Date());
    await fillCatalogue(database.pool);
    const game = (await listGames(database.pool)).items.find(({ gameId }) => gameId === GAME);
    expect(game).toMatchObject({ name: 'Renamed', enabled: false, bytes: INITIAL_GAMES[0]?.bytes });
    expect(await readCatalogueTag(database.pool, new Date())).not.toBe(tag);
  });

  it('changes nothing when it is run again, by several processes at once', async () => {
    const tag = await readCatalogueTag(database.pool, new Date());
    await Promise.all([fillCatalogue(database.pool), fillCatalogue(database.pool), fillCatalogue(database.pool)]);
    expect(await readCatalogueTag(database.pool, new Date())).toBe(tag);
  });

  it('offers nothing that this build has no engine for', async () => {
    await database.pool.query(
      `INSERT INTO game (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position, updated_at)
       VALUES ('of-the-future', 'Future', '{}', 0, 1, 1, 1, '', 1, now())`,
    );
    expect((await listGames(database.pool)).items.map((game) => game.gameId)).not.toContain('of-the-future');
  });
});
