import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import { findRound, readRounds, readRoundsTag, toFilter } from '../../server/games/history';
import { minimumCycleMs } from '../../src/core/play-times';
import { playRound } from '../../server/games/play-round';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { ProblemError } from '../../server/http/problem';
import type { Platform } from '../../server/platform';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { newKey } from '../support/keys';
import { testMoney } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';

const GAME = 'adire-gold';
const NOW_MS = Date.parse('2026-11-21T10:00:00+01:00');

let database: TestDatabase;
let platform: Platform;
let nowMs = NOW_MS;

beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  platform = { ...testMoney(database.pool).platform, now: () => new Date(nowMs) };
});
afterAll(async () => {
  await database.close();
});

/** A player who staked the given naira at the given times. */
async function playerWith(rounds: readonly (readonly [at: string, stake: number])[]): Promise<string> {
  const userId = await makePlayer(database.pool);
  await giveMoney(database.pool, userId, kobo(10_000_000));
  for (const [at, stake] of rounds) {
    nowMs = Date.parse(at);
    const key = newKey();
    const answer = await playRound(platform, { userId, gameId: GAME, key, place: HERE, sessionHash: SESSION_HASH, body: { stake, currency: 'NGN', bet: {} } });
    expect(answer.status, answer.text).toBe(201);
  }
  nowMs = NOW_MS;
  return userId;
}

const list = (userId: string, query: Parameters<typeof toFilter>[1]) =>
  readRounds(database.pool, toFilter(userId, query, NOW_MS));

describe('the days of a period', () => {
  it('begin and end at midnight in Lagos', async () => {
    const late = await playerWith([
      ['2026-11-18T23:59:59.999+01:00', 10],
      ['2026-11-19T23:59:59.999+01:00', 30],
    ]);
    const early = await playerWith([
      ['2026-11-19T00:00:00.000+01:00', 20],
      ['2026-11-20T00:00:00.000+01:00', 40],
    ]);
    const day = { from: '2026-11-19', to: '2026-11-19' };
    const [ofLate, ofEarly] = [await list(late, day), await list(early, day)];
    expect([ofLate.items.map((item) => item.stake), ofEarly.items.map((item) => item.stake)]).toEqual([[30], [20]]);
    expect([ofLate.totals, ofEarly.totals]).toMatchObject([{ rounds: 1, staked: 30 }, { rounds: 1, staked: 20 }]);
  });

  it('are the last 30 when none are named, today included', () => {
    const { from, before } = toFilter('u', {}, NOW_MS);
    expect([from.toISOString(), before.toISOString()]).toEqual(['2026-10-22T23:00:00.000Z', '2026-11-21T23:00:00.000Z']);
  });

  it.each([
    [{ from: '2026-11-20', to: '2026-11-19' }, 'from'],
    [{ from: '2025-11-20' }, 'from'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: '99999999999999999.r' }, 'cursor'],
  ])('%o is refused at the field %s', (query, field) => {
    try {
      toFilter('u', query, NOW_MS);
    } catch (error) {
      expect(error).toBeInstanceOf(ProblemError);
      expect(error).toMatchObject({ code: 'validation', status: 400, extra: { errors: [{ field }] } });
      return;
    }
    throw new Error('not refused');
  });

  it('go back 12 months, over a leap day, too', () => {
    expect(() => toFilter('u', { from: '2025-11-21', to: '2026-11-21' }, NOW_MS)).not.toThrow();
    const leapDay = Date.parse('2028-02-29T12:00:00+01:00');
    expect(() => toFilter('u', { from: '2027-02-28', to: '2028-02-29' }, leapDay)).not.toThrow();
    expect(() => toFilter('u', { to: '2027-03-05' }, leapDay)).not.toThrow();
  });
});

describe('the last visit', () => {
  it('is the newest rounds with pauses of at most half an hour, whatever the period and the page', async () => {
    const userId = await playerWith([
      ['2026-11-10T10:00:00.000+01:00', 500],
      ['2026-11-19T20:00:00.000+01:00', 10],
      ['2026-11-19T20:30:00.000+01:00', 20],
      ['2026-11-19T20:59:59.999+01:00', 30],
    ]);
    const all = await list(userId, { from: '2026-11-10', to: '2026-11-10', limit: 1 });
    expect(all.totals).toMatchObject({ rounds: 1, staked: 500 });
    expect(all.lastVisit).toMatchObject({ from: '2026-11-19T19:00:00.000Z', to: '2026-11-19T19:59:59.999Z', rounds: 3, staked: 60 });
    const { won = NaN, net } = all.lastVisit ?? {};
    expect(net).toBeCloseTo(won - 60, 2);
    const later = await playerWith([['2026-11-19T20:00:00.000+01:00', 10], ['2026-11-19T20:30:00.001+01:00', 20]]);
    expect((await list(later, {})).lastVisit).toMatchObject({ rounds: 1, staked: 20 });
  });

  it('is missing for a player without rounds, and comes with the first page alone', async () => {
    expect((await list(await makePlayer(database.pool), {})).lastVisit).toBeNull();
    const userId = await playerWith([['2026-11-19T20:00:00.000+01:00', 10], ['2026-11-19T20:10:00.000+01:00', 20]]);
    const { next } = await list(userId, { limit: 1 });
    expect(await list(userId, { limit: 1, cursor: next ?? '' })).not.toHaveProperty('lastVisit');
  });
});

describe('the pages of a history', () => {
  it('hold every round once, newest first, whatever the size, with the totals of the whole period', async () => {
    const start = Date.parse('2026-11-10T12:00:00+01:00');
    const cycle = minimumCycleMs('slots');
    const userId = await playerWith(
      Array.from({ length: 7 }, (_, n) => [new Date(start + n * cycle).toISOString(), 10 * (n + 1)] as const),
    );
    const stakes: number[] = [];
    let cursor: string | null = null;
    do {
      const from: { cursor?: string } = cursor === null ? {} : { cursor };
      const page: Awaited<ReturnType<typeof list>> = await list(userId, { limit: 3, ...from });
      stakes.push(...page.items.map((item) => item.stake));
      expect(page.totals).toMatchObject({ rounds: 7, staked: 280 });
      expect(page.totals.net).toBeCloseTo(page.totals.won - page.totals.staked, 2);
      cursor = page.next;
    } while (cursor !== null);
    expect(stakes).toEqual([70, 60, 50, 40, 30, 20, 10]);
  });

  it('have the balance before and after, and the outcome as it was shown', async () => {
    const userId = await playerWith([['2026-11-20T12:00:00+01:00', 10]]);
    const [item] = (await list(userId, {})).items;
    expect(item).toMatchObject({ gameId: GAME, balanceBefore: 100_000, balanceAfter: item?.balance });
    expect(await findRound(database.pool, userId, item?.roundId ?? '')).toEqual(item);
    expect(await findRound(database.pool, await makePlayer(database.pool), item?.roundId ?? '')).toBeUndefined();
  });

  it('of another game are empty', async () => {
    const userId = await playerWith([['2026-11-20T12:00:00+01:00', 10]]);
    expect(await list(userId, { gameId: 'another-game' })).toMatchObject({
      items: [], next: null, totals: { rounds: 0, staked: 0, won: 0, net: 0 },
    });
  });
});

describe('the ETag of a history', () => {
  it('stays until a round is added, and differs by query and player', async () => {
    const userId = await playerWith([['2026-11-20T12:00:00+01:00', 10]]);
    const other = await playerWith([['2026-11-20T12:00:00+01:00', 10]]);
    const tag = (id: string, query = {}) => readRoundsTag(database.pool, toFilter(id, query, NOW_MS));
    const before = await tag(userId);
    expect(await tag(userId)).toBe(before);
    expect(new Set([before, await tag(other), await tag(userId, { limit: 5 })]).size).toBe(3);
    const key = newKey();
    await playRound(platform, { userId, gameId: GAME, key, place: HERE, sessionHash: SESSION_HASH, body: { stake: 10, currency: 'NGN', bet: {} } });
    expect(await tag(userId)).not.toBe(before);
  });

  it('changes with a round that a clock set back put before the others', async () => {
    const userId = await playerWith([['2026-11-20T12:00:00+01:00', 10]]);
    const tag = () => readRoundsTag(database.pool, toFilter(userId, {}, NOW_MS));
    const before = await tag();
    nowMs = Date.parse('2026-11-20T11:00:00+01:00');
    const key = newKey();
    const answer = await playRound(platform, { userId, gameId: GAME, key, place: HERE, sessionHash: SESSION_HASH, body: { stake: 10, currency: 'NGN', bet: {} } });
    nowMs = NOW_MS;
    expect(answer.status, answer.text).toBe(201);
    expect(await tag()).not.toBe(before);
  });
});
