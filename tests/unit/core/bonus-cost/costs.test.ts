/** The costs of the shipped promotions; no other text may state another figure. */
import { describe, expect, it } from 'vitest';
import { costsOf, maxWorthOf } from '../../../../src/core/bonus-cost/promotion-costs';
import type { CostFacts, PromotionCosts } from '../../../../src/core/bonus-cost/promotion-costs';
import type { PromotionTerms } from '../../../../src/core/contract/promotions';
import { kobo, nairaToKobo } from '../../../../src/core/money';
import { PROMOTION_IDS } from '../../../../src/core/promotions';
import { SHIPPED_PROMOTIONS } from '../../../../src/core/shipped-promotions';
import { CONTRIBUTION_SCALE, expectedWageringCost, wageringRequirementOf } from '../../../../src/core/wagering';
import { costTable, shippedOffers } from '../../../../server/tools/promotion-costs';
import { GAMES } from './games';

const FACTS = { games: GAMES, entries: null };

/** Those of a shipped promotion are worked out once: that takes seconds, and several tests look at them. */
const cache = new Map<PromotionTerms, PromotionCosts>();
function costsOnce(terms: PromotionTerms, facts: CostFacts): PromotionCosts {
  expect(facts).toEqual(FACTS);
  const costs = cache.get(terms) ?? costsOf(terms, facts);
  cache.set(terms, costs);
  return costs;
}
const inKobo = (naira: number): number => nairaToKobo(naira) ?? NaN;

describe('a promotion that is shipped', () => {
  it.each(PROMOTION_IDS)('costs no more than its terms say, whoever plays it: %s', { timeout: 60_000 }, (id) => {
    const terms = SHIPPED_PROMOTIONS[id];
    const { atMost, best, ordinary, house } = costsOnce(terms, FACTS);
    if (terms.kind === 'draw') {
      expect(house).toBe(terms.prizes.reduce((sum, prize) => sum + inKobo(prize), 0));
      expect(atMost).toBe(inKobo(terms.prizes[0] ?? 0));
      return;
    }
    expect(atMost).toBeLessThanOrEqual(inKobo(terms.budget ?? 0));
    expect(best).not.toBeNull();
    expect(best ?? 0).toBeLessThanOrEqual(atMost);
    expect(ordinary ?? 0).toBeLessThanOrEqual(best ?? 0);
    expect(ordinary ?? 0).toBeGreaterThan(0);
    expect(house ?? 0).toBeGreaterThanOrEqual(ordinary ?? 0);
  });

  it('has a budget that is not much above what it can cost', () => {
    for (const id of PROMOTION_IDS) {
      const terms = SHIPPED_PROMOTIONS[id];
      if (terms.kind !== 'draw') expect(inKobo(terms.budget ?? 0) / maxWorthOf(terms, GAMES), id).toBeLessThan(1.05);
    }
  });

  it('costs its player what the pages of bonuses say', () => {
    const terms = SHIPPED_PROMOTIONS['welcome-bonus'];
    if (terms.kind !== 'deposit-match') throw new Error('the welcome bonus matches a deposit');
    const requirement = wageringRequirementOf(kobo(inKobo(terms.maxBonus)), terms.wagering);
    const shares = GAMES.flatMap(({ maxRtp, contribution }) => expectedWageringCost(requirement, maxRtp, contribution, CONTRIBUTION_SCALE) ?? []);
    expect(costsOnce(terms, FACTS).wagering).toBe(Math.min(...shares));
  });
});

describe('the costs of a promotion', () => {
  const match = { ...SHIPPED_PROMOTIONS['welcome-bonus'] } as Extract<PromotionTerms, { kind: 'deposit-match' }>;

  it('are of one claim of the largest grant, and fall with more wagering, a lower cap and less bonus', () => {
    const worth = (change: Partial<typeof match>) => maxWorthOf({ ...match, ...change }, GAMES);
    expect(worth({ wagering: 5 })).toBeGreaterThan(worth({}));
    expect(worth({ capTimes: 3 })).toBeLessThan(worth({}));
    expect(worth({ maxBonus: 5_000 })).toBe(Math.ceil(worth({}) / 2));
  });

  it('are bounded, and no more, where the amounts are too far apart to be worked out', () => {
    // An ordinary player's part, which takes the time, is of slots alone.
    const facts = { games: GAMES.filter(({ kind }) => kind !== 'slots'), entries: null };
    expect(costsOf({ ...match, maxBonus: 1_000_000 }, facts)).toMatchObject({ atMost: expect.any(Number) as number, best: null });
    expect(costsOf({ ...match, capTimes: undefined }, facts)).toMatchObject({ atMost: 1_000_000, best: null });
  });

  it('are nothing for anybody where no game counts', () => {
    const games = GAMES.map((game) => ({ ...game, contribution: 0 }));
    expect(costsOf(match, { games, entries: null })).toEqual({ atMost: 0, best: 0, ordinary: null, house: null, wagering: null });
  });

  it('of a draw are its prizes, shared by those who enter', () => {
    const draw: PromotionTerms = { kind: 'draw', prizes: [100, 50] };
    expect(costsOf(draw, { games: GAMES, entries: 300 })).toEqual({ atMost: 10_000, best: 50, ordinary: 50, house: 15_000, wagering: null });
    expect(costsOf(draw, { games: GAMES, entries: 1 })).toMatchObject({ ordinary: 7_500 });
  });
});

describe('npm run promotions:cost', () => {
  it('prints a row for each promotion of a new platform', { timeout: 60_000 }, () => {
    const lines = costTable(shippedOffers(), costsOnce).split('\n');
    expect(lines.slice(1, 5).map((line) => line.split(' ')[0])).toEqual([...PROMOTION_IDS]);
    expect(lines[1]).toMatch(/₦9,298\.59 .*₦3,771\.61 .*₦9,500$/);
    expect(lines[4]).toMatch(/₦180,000/);
  });

  it('says where a claim can cost more than its budget, since places have come to allow less wagering', { timeout: 60_000 }, () => {
    const terms = { ...SHIPPED_PROMOTIONS.friday, wagering: 5 } as Extract<PromotionTerms, { kind: 'deposit-match' }>;
    // The budget is held against the bound alone; the other figures take seconds.
    const withTheBoundOf = (_: PromotionTerms, facts: CostFacts) => {
      const others = costsOnce(SHIPPED_PROMOTIONS.friday, facts);
      return { ...others, atMost: maxWorthOf(terms, facts.games) };
    };
    expect(costTable({ terms: [['friday', terms]], facts: FACTS }, withTheBoundOf).split('\n')[1]).toMatch(/₦2,409\.\d\d .*₦2,400 EXCEEDED$/);
  });
});
