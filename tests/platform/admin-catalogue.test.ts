/** Admins order all games, switch them on and off at once, mark the new ones, and read what was observed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditLines } from '../../server/audit/audit-list';
import { verifyAudit } from '../../server/audit/verify-audit';
import { ALL_GAMES, orderGames } from '../../server/admin/game-order';
import { listGames, patchGame } from '../../server/admin/games';
import { OBSERVED_RETURNS } from '../../server/admin/observed-returns';
import { switchGames } from '../../server/admin/switch-games';
import { readCatalogueTag, readGames, toGame } from '../../server/catalogue/games';
import { transaction } from '../../server/db/transaction';
import { INITIAL_GAMES, fillCatalogue } from '../../server/games/initial-catalogue';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { refusalOf, testMoney } from '../support/money';
import { makePlayer } from '../support/players';
import { writeRevealedPair } from '../support/seed-keys';

const GAMES = INITIAL_GAMES.length;

let database: TestDatabase;
let adminId: string;
let otherId: string;
const platform = () => testMoney(database.pool).platform;

beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  adminId = await makePlayer(database.pool, { role: 'admin', username: 'Boss' });
  otherId = await makePlayer(database.pool, { role: 'admin', username: 'Other' });
});
afterAll(() => database.close());

const orderNow = async () => (await listGames(database.pool)).items.map(({ gameId }) => gameId);
const versionNow = async () => (await listGames(database.pool)).orderVersion;
const reversed = (ids: readonly string[]) => ids.toReversed();

describe('the order of the lobby', () => {
  it('is set as a whole, seen by players at their next look, and one line of the trail', async () => {
    const [before, version, tag] = [await orderNow(), await versionNow(), await readCatalogueTag(database.pool, new Date())];
    const newOrder = await orderGames(platform(), { adminId, version, order: reversed(before) });
    expect(newOrder).toEqual({ order: reversed(before), version: version + 1 });
    expect(await orderNow()).toEqual(reversed(before));
    expect(await readCatalogueTag(database.pool, new Date())).not.toBe(tag);
    expect((await listAuditLines(database.pool, { subject: ALL_GAMES })).items[0]).toMatchObject({
      by: 'Boss', action: 'games-ordered', before: { order: before }, after: { order: reversed(before) },
    });
  });

  it('leaves the versions of the games alone: an edit that is under way goes through', async () => {
    const game = (await listGames(database.pool)).items.find(({ gameId }) => gameId === 'dice');
    await orderGames(platform(), { adminId, version: await versionNow(), order: reversed(await orderNow()) });
    const patched = await patchGame(platform(), { adminId, gameId: 'dice', version: game?.version ?? NaN, patch: { name: 'Dice II' } });
    expect(patched.name).toBe('Dice II');
  });

  it('is refused with the order as it is when somebody was quicker', async () => {
    const [before, version] = [await orderNow(), await versionNow()];
    await orderGames(platform(), { adminId: otherId, version, order: reversed(before) });
    const problem = await refusalOf(orderGames(platform(), { adminId, version, order: before.toSorted() }));
    expect([problem.status, problem.code, problem.extra.current]).toEqual([412, 'version-conflict', { order: reversed(before), version: version + 1 }]);
  });

  it('goes through for exactly one of eight admins at the same moment', async () => {
    const [before, version] = [await orderNow(), await versionNow()];
    const wishes = before.map((_, n) => [...before.slice(n), ...before.slice(0, n)]).slice(1);
    const settled = await Promise.allSettled([...wishes, ...wishes].slice(0, 8).map((order) => orderGames(platform(), { adminId, version, order })));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await versionNow()).toBe(version + 1);
  });

  it('changes nothing when it is as it was', async () => {
    const [order, version, tag] = [await orderNow(), await versionNow(), await readCatalogueTag(database.pool, new Date())];
    expect(await orderGames(platform(), { adminId, version, order })).toEqual({ order, version });
    expect(await readCatalogueTag(database.pool, new Date())).toBe(tag);
  });

  it.each<[string, (order: string[]) => string[]]>([
    ['a game too few', (order) => order.slice(1)],
    ['one twice', (order) => [...order.slice(1), order[1] ?? '']],
    ['one that there is not', (order) => [...order.slice(1), 'nothing']],
  ])('with %s is refused', async (_, change) => {
    const problem = await refusalOf(orderGames(platform(), { adminId, version: await versionNow(), order: change(await orderNow()) }));
    expect([problem.status, problem.code]).toEqual([400, 'validation']);
  });
});

describe('all games at once', () => {
  it('are switched off and on again, with a line of the trail for each game that changes', async () => {
    await switchGames(platform(), { adminId, enabled: true });
    const all = await listGames(database.pool);
    const first = all.items[0];
    await patchGame(platform(), { adminId, gameId: first?.gameId ?? '', version: first?.version ?? NaN, patch: { enabled: false } });
    const tag = await readCatalogueTag(database.pool, new Date());

    const off = await switchGames(platform(), { adminId: otherId, enabled: false });
    expect([off.changed, off.items.filter(({ enabled }) => enabled)]).toEqual([GAMES - 1, []]);
    expect(await readCatalogueTag(database.pool, new Date())).not.toBe(tag);
    const lines = (await listAuditLines(database.pool, { limit: GAMES - 1 })).items;
    expect(new Set(lines.map(({ by, action }) => `${by} ${action}`))).toEqual(new Set(['Other game-changed']));
    expect(lines.map(({ subject }) => subject)).not.toContain(first?.gameId);
    expect(lines[0]).toMatchObject({ before: { enabled: true }, after: { enabled: false } });

    expect((await switchGames(platform(), { adminId, enabled: false })).changed).toBe(0);
    const on = await switchGames(platform(), { adminId, enabled: true });
    expect([on.changed, on.items.every(({ enabled }) => enabled)]).toEqual([GAMES, true]);
    expect(await verifyAudit(database.pool)).toMatchObject({ ok: true });
  });

  it('meet edits and orders of others at the same moment without a deadlock, and every change is in the trail', async () => {
    const before = (await listAuditLines(database.pool, { limit: 1 })).items[0]?.no ?? 0;
    const edit = async (n: number) => {
      const game = (await listGames(database.pool)).items[n % GAMES];
      return patchGame(platform(), { adminId, gameId: game?.gameId ?? '', version: game?.version ?? NaN, patch: { contribution: (n + 1) / 1000 } });
    };
    const order = async () => orderGames(platform(), { adminId: otherId, version: await versionNow(), order: reversed(await orderNow()) });
    const work = [0, 1, 2, 3].flatMap((n) => [edit(n), order(), switchGames(platform(), { adminId, enabled: n % 2 === 0 })]);
    const settled = await Promise.allSettled(work);
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons.map((reason: { code?: string }) => reason.code).filter((code) => code !== 'version-conflict')).toEqual([]);
    const verdict = await verifyAudit(database.pool);
    expect(verdict.ok && verdict.head.length).toBeGreaterThan(before);
  });
});

describe('a game that is new', () => {
  beforeEach(async () => {
    await switchGames(platform(), { adminId, enabled: true });
  });

  it('is in that category for 30 days from its day in Lagos on, and the catalogue is sent again when that changes', async () => {
    const game = (await listGames(database.pool)).items.find(({ gameId }) => gameId === 'plinko');
    const patched = await patchGame(platform(), { adminId, gameId: 'plinko', version: game?.version ?? NaN, patch: { newFrom: '2031-03-01' } });
    expect([patched.newFrom, patched.categories.includes('new')]).toEqual(['2031-03-01', false]);
    const on = async (at: string) => {
      const plinko = (await readGames(database.pool)).find(({ row }) => row.game_id === 'plinko');
      const tag = await readCatalogueTag(database.pool, new Date(at));
      return { tag, isNew: plinko !== undefined && toGame(plinko, at.slice(0, 10)).categories.includes('new') };
    };
    // Lagos is an hour ahead.
    const [before, first, last, after] = [await on('2031-02-28T22:59:59Z'), await on('2031-03-01T00:00:00Z'), await on('2031-03-30T22:59:59Z'), await on('2031-03-31T00:00:00Z')];
    expect([before, first, last, after].map(({ isNew }) => isNew)).toEqual([false, true, true, false]);
    expect([before.tag === first.tag, first.tag === last.tag, last.tag === after.tag]).toEqual([false, true, false]);
    const cleared = await patchGame(platform(), { adminId, gameId: 'plinko', version: patched.version, patch: { newFrom: null } });
    expect(cleared.newFrom).toBeNull();
  });
});

describe('the observed return', () => {
  it('has an interval once there are enough rounds, and is read from an index alone', async () => {
    const userId = await makePlayer(database.pool);
    const pairId = await writeRevealedPair(database.pool, { userId, at: new Date() });
    await transaction(database.pool, async (tx) => {
      // Otherwise VACUUM can't know yet that every transaction sees these rows.
      await tx.query('SET LOCAL synchronous_commit = on');
      await tx.query(
        `INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome, seed_pair_id, nonce, client_seed, transaction_id, at)
         SELECT 'r' || n, $1, 'adire-gold', 100, n % 191, 100, n % 191, 1, '{}', jsonb_build_object('as', repeat(md5(n::text), 12)), $2, n, 'x', '0', now() FROM generate_series(1, 19100) n`,
        [userId, pairId],
      );
    });
    await database.pool.query('VACUUM ANALYZE round');
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${OBSERVED_RETURNS}`, [null]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Only Scan using round_of_game');
    expect(plan).not.toContain('Seq Scan');
    const observed = (await listGames(database.pool)).items.find(({ gameId }) => gameId === 'adire-gold')?.observed;
    // Variance 22.647 and equal stakes: 1.96 × √(22.647 ÷ 19,100) on either side of 0.95.
    expect([observed?.rounds, observed?.staked]).toEqual([19_100, 19_100]);
    expect(observed?.interval?.low).toBeCloseTo(0.95 - 0.06749, 3);
    expect(observed?.interval?.high).toBeCloseTo(0.95 + 0.06749, 3);
    expect(observed?.isOff).toBe(false);
  });
});
