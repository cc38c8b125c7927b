/** Costs of promotions: worked out before a change is saved, kept with the proposal, and never above what the terms allow. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePlaces } from '../../server/place/place-file';
import { listBonuses } from '../../src/core/contract/bonuses';
import { listAdminGames, patchAdminGame } from '../../src/core/contract/admin';
import { claimPromotion, listAdminPromotions, listPromotions, proposePromotion, workOutPromotionCosts } from '../../src/core/contract/promotions';
import type { PromotionTerms } from '../../src/core/contract/promotions';
import { kobo } from '../../src/core/money';
import { giveBonus } from '../support/bonuses';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

type MatchTerms = Extract<PromotionTerms, { kind: 'deposit-match' }>;
const promotionId = 'welcome-bonus' as const;

let ayo: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  admin = await ayo.signUpAdmin();
});
afterAll(() => ayo.close());

const promotion = async (client = admin) => {
  const { items, mostWagering } = (await client.call(listAdminPromotions, {})).data;
  const found = items.find((each) => each.promotionId === promotionId);
  if (found?.terms.kind !== 'deposit-match') throw new Error('the welcome bonus matches a deposit');
  return { ...found, terms: found.terms, mostWagering };
};
const costs = (terms: PromotionTerms, client = admin) => client.call(workOutPromotionCosts, { params: { promotionId }, body: { terms } });
const propose = async (change: Partial<MatchTerms>) => {
  const { version, terms } = await promotion();
  return admin.call(proposePromotion, { params: { promotionId }, body: { terms: { ...terms, ...change } }, headers: { 'if-match': `"${version}"` } });
};
const setContribution = async (gameId: string, contribution: number) => {
  const game = (await admin.call(listAdminGames, {})).data.items.find((each) => each.gameId === gameId);
  return admin.call(patchAdminGame, { params: { gameId }, body: { contribution }, headers: { 'if-match': `"${game?.version ?? NaN}"` } });
};

describe('the costs beside the form', () => {
  it('are worked out for what is typed, saved or not, and the same again', async () => {
    const { terms } = await promotion();
    const { data } = await costs(terms);
    expect(data).toMatchObject({ atMost: 9_298.59, wagering: 3_771.61 });
    expect(data.best).toBeLessThanOrEqual(data.atMost);
    expect(data.ordinary).toBeLessThan(data.best ?? 0);
    expect((await costs(terms)).data).toEqual(data);
    const half = (await costs({ ...terms, maxBonus: 5_000 })).data;
    expect(half.atMost).toBe(4_649.3);
    expect((await promotion()).terms).toEqual(terms);
  });

  it('of many at the same moment come one after the other, and other calls are answered meanwhile', async () => {
    const { terms } = await promotion();
    const wanted = [1_100, 1_200, 1_300].map((maxBonus) => costs({ ...terms, maxBonus }));
    const answered: string[] = [];
    await Promise.all([
      Promise.all(wanted).then(() => answered.push('costs')),
      ayo.client().call(listPromotions, {}).then(() => answered.push('offers')),
    ]);
    expect(answered).toEqual(['offers', 'costs']);
  });

  it('are refused of an amount that no promotion can pay, at its field, and so is the proposal', async () => {
    const { terms } = await promotion();
    const errors = [{ field: 'terms.maxBonus', message: 'Enter at most ₦1,000,000,000.' }];
    for (const maxBonus of [1_000_000_000.01, 1e12]) {
      expect((await costs({ ...terms, maxBonus })).problem, String(maxBonus)).toMatchObject({ status: 400, errors });
      expect((await propose({ maxBonus })).problem, String(maxBonus)).toMatchObject({ status: 400, errors });
    }
    expect((await costs({ ...terms, percent: 200, minDeposit: 1e9, maxBonus: 1e9, maxStake: 1e9, capTimes: 100, budget: 1e9 })).status).toBe(200);
  });

  it('are for admins alone', async () => {
    const { terms } = await promotion();
    expect((await costs(terms, await ayo.signUp())).status).toBe(403);
  });

  it('say of the wagering what the player’s own page says', async () => {
    const { terms } = await promotion();
    const client = await ayo.signUp();
    await giveBonus(ayo.platform, userIdOf(client), terms.maxBonus * 100, { wagering: terms.wagering, maxBonus: kobo(terms.maxBonus * 100) });
    const [bonus] = (await client.call(listBonuses, { params: paramsOf(client), query: {} })).data.items;
    expect(bonus?.costs[0]).toMatchObject({ gameId: 'suya-spot', cost: (await costs(terms)).data.wagering });
  });
});

describe('what a game counts', () => {
  it('is no less for a bonus than when it was claimed, whatever one admin changes', async () => {
    const client = await ayo.signUp();
    await giveBonus(ayo.platform, userIdOf(client), 10_000_00, { wagering: 5 });
    const costsOf = async () => (await client.call(listBonuses, { params: paramsOf(client), query: {} })).data.items[0]?.costs;
    const before = await costsOf();
    const games = (await admin.call(listAdminGames, {})).data.items.filter(({ contribution }) => contribution > 0);
    for (const { gameId } of games) expect((await setContribution(gameId, 0)).status).toBe(200);
    expect(before).not.toEqual([]);
    expect(await costsOf()).toEqual(before);
    for (const { gameId, contribution } of games) expect((await setContribution(gameId, contribution)).status).toBe(200);
  });
});

describe('terms that are saved', () => {
  it('ask for no more wagering than the places allow', async () => {
    expect((await promotion()).mostWagering).toBe(10);
    expect((await propose({ wagering: 11 })).problem).toMatchObject({ status: 400, errors: [{ field: 'terms.wagering', message: 'The wagering can be 10 times at most.' }] });
  });

  it('are within their budget, whoever plays them', async () => {
    const { problem } = await propose({ budget: 9_298.58 });
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'terms.budget', message: 'One claim can be worth ₦9,298.59 to the best player. Raise the budget, or make the offer smaller.' }] });
    expect((await propose({ maxBonus: 20_000 })).problem).toMatchObject({ errors: [{ field: 'terms.budget' }] });
  });

  it('are proposed with what they cost, for whoever confirms them', async () => {
    const { data } = await propose({ maxBonus: 8_000, budget: 8_000 });
    expect(data.costs).toMatchObject({ atMost: 7_438.88 });
    const other = await promotion(await ayo.signUpAdmin());
    expect(other.proposal?.costs).toEqual(data.costs);
    await expect(ayo.pool.query(`UPDATE promotion_proposal SET costs = '{"atMost": 1}'`)).rejects.toThrow('a proposal stays as it was made');
  });

  it('say what a bonus can become, five times where nothing else is said', async () => {
    const { terms } = await promotion();
    expect(terms.capTimes).toBe(5);
    const client = await ayo.signUp();
    const { version } = await promotion();
    const { data } = await client.call(claimPromotion, { params: { ...paramsOf(client), promotionId }, body: { version }, key: newKey() });
    expect(data.bonus).toMatchObject({ status: 'pending', mostConverted: 0, limitsEveryStake: true });
    const { rows } = await ayo.pool.query('SELECT rules, cap_times, older_counts, wagering FROM bonus_wallet WHERE user_id = $1', [userIdOf(client)]);
    expect(rows).toMatchObject([{ rules: 2, cap_times: 5, older_counts: { mines: 1_000, roulette: 2_000 }, wagering: 10 }]);
  });
});

describe('what a game counts', () => {
  it('is no more than games may that return so much', async () => {
    for (const gameId of ['mines', 'dice', 'blackjack']) {
      expect((await setContribution(gameId, 0.11)).problem, gameId).toMatchObject({ status: 400, errors: [{ field: 'contribution', message: 'This game can count 10% at most, because it keeps so little of a stake.' }] });
    }
    expect((await setContribution('mines', 0.05)).data.contribution).toBe(0.05);
    expect((await setContribution('mines', 0.1)).data.contribution).toBe(0.1);
  });

  it('is not raised where a promotion could then cost more than its budget', async () => {
    expect((await setContribution('roulette', 1)).problem).toMatchObject({ status: 400, errors: [{ field: 'contribution', message: '50 free spins could then cost more than its budget. Change its terms first.' }] });
    expect((await setContribution('roulette', 0.3)).data.contribution).toBe(0.3);
  });
});

describe('a promotion that was saved with more wagering than the places allow now', () => {
  it('asks for no more than they allow, on the page and in a claim', async () => {
    const parsed = parsePlaces(JSON.stringify({
      default: { served: true, minimumAge: 18, licence: '', ceilings: {}, realityCheckMinutes: 60 }, states: { LA: { maxWagering: 6 }, KN: { served: false, maxWagering: 2 } },
    }));
    if ('errors' in parsed) throw new Error(parsed.errors.join());
    const strict = await testPlatform({ database: ayo.database, parts: { places: parsed.book } });
    try {
      const client = await strict.signUp();
      const found = (await client.call(listPromotions, {})).data.items.find((each) => each.promotionId === promotionId);
      expect(found?.terms).toMatchObject({ wagering: 6 });
      await client.call(claimPromotion, { params: { ...paramsOf(client), promotionId }, body: { version: found?.version ?? NaN }, key: newKey() });
      const { rows } = await ayo.pool.query('SELECT wagering FROM bonus_wallet WHERE user_id = $1', [userIdOf(client)]);
      expect(rows).toEqual([{ wagering: 6 }]);
    } finally {
      await strict.close();
    }
  });
});
