import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraction, fractionToNumber } from '../../../src/core/fraction';
import { allEngines } from '../../../src/core/games/registry';
import { kobo } from '../../../src/core/money';
import {
  convertBonus,
  DEFAULT_CONTRIBUTION_PERCENT,
  expectedWageringCost,
  MOST_CONTRIBUTION_PERCENT,
  maxConvertedOf,
  qualifyingStakeOf,
  splitStake,
  splitWin,
  wageringProgressOf,
  wageringRequirementOf,
} from '../../../src/core/wagering';

const amount = (max = 1_000_000_000) => fc.integer({ min: 0, max }).map(kobo);

describe('what wagering is expected to cost', () => {
  it('is ₦12,000 for ₦10,000 at 30 times on a game that returns 96 %', () => {
    const requirement = wageringRequirementOf(kobo(1_000_000), 30);
    expect(requirement).toBe(30_000_000);
    expect(expectedWageringCost(requirement, fraction(96n, 100n))).toBe(1_200_000);
  });

  it('is five times as much where a fifth of each stake counts', () => {
    expect(expectedWageringCost(kobo(30_000_000), fraction(96n, 100n), 20)).toBe(6_000_000);
  });

  it('can not be said for a game that does not count', () => {
    expect(expectedWageringCost(kobo(30_000_000), fraction(96n, 100n), 0)).toBeNull();
  });

  it('is rounded up, by less than a kobo', () => {
    fc.assert(
      fc.property(amount(), fc.integer({ min: 1, max: 100 }), (requirement, percent) => {
        const rtp = fraction(36n, 37n);
        const exact = (requirement * 100 * (1 - fractionToNumber(rtp))) / percent;
        const cost = expectedWageringCost(requirement, rtp, percent) ?? NaN;
        expect(cost).toBeGreaterThan(exact - 1e-3);
        expect(cost).toBeLessThan(exact + 1 + 1e-3);
      }),
    );
  });
});

describe('contribution', () => {
  it('is what the rules say for every kind of game', () => {
    const rules = { slots: 100, roulette: 20, blackjack: 10, dice: 10, mines: 10, plinko: 50 };
    expect(DEFAULT_CONTRIBUTION_PERCENT).toEqual(rules);
  });

  it('is no more than an admin could let it be, and a tenth at most for games that return 98 % or more', () => {
    for (const engine of allEngines.values()) {
      const [most, standard] = [MOST_CONTRIBUTION_PERCENT[engine.kind], DEFAULT_CONTRIBUTION_PERCENT[engine.kind]];
      expect(standard).toBeLessThanOrEqual(most);
      if (fractionToNumber(engine.maxRtp ?? engine.rtp) >= 0.98) expect(most, engine.gameId).toBeLessThanOrEqual(10);
    }
  });

  it('is of all stakes of a round, and of none where the round pays back exactly them', () => {
    const counts = (win: number, risked = 10_000) => qualifyingStakeOf(kobo(10_000), kobo(win), kobo(risked));
    expect(counts(10_000)).toBe(0);
    expect([0, 9_999, 10_001].map((win) => counts(win))).toEqual([10_000, 10_000, 10_000]);
    expect([counts(0, 100), counts(10_000, 100), counts(0, 12_000)]).toEqual([100, 0, 10_000]);
  });

  it('moves the requirement by the part of the stake that counts, rounded down', () => {
    expect(wageringProgressOf(kobo(10_000), 100)).toBe(10_000);
    expect(wageringProgressOf(kobo(10_000), 20)).toBe(2_000);
    expect(wageringProgressOf(kobo(9), 50)).toBe(4);
    expect(wageringProgressOf(kobo(9), 0)).toBe(0);
  });
});

describe('a bonus whose wagering is done', () => {
  it('becomes real up to five times what was granted, and what is above that is lost', () => {
    const most = maxConvertedOf(kobo(10_000), 5);
    expect(most).toBe(50_000);
    expect([49_999, 50_000, 50_001].map((balance) => convertBonus(kobo(balance), most))).toEqual([
      { converted: 49_999, lost: 0 }, { converted: 50_000, lost: 0 }, { converted: 50_000, lost: 1 },
    ]);
  });

  it('becomes real with all that is in it where its terms have no such limit', () => {
    expect(convertBonus(kobo(90_000), maxConvertedOf(kobo(10_000), null))).toEqual({ converted: 90_000, lost: 0 });
  });
});

describe('stakes and wins of real and bonus money', () => {
  it('take real money first, and nothing when both together do not reach', () => {
    const available = { real: kobo(300), bonus: kobo(500) };
    expect(splitStake(kobo(200), available)).toEqual({ real: 200, bonus: 0 });
    expect(splitStake(kobo(800), available)).toEqual({ real: 300, bonus: 500 });
    expect(splitStake(kobo(801), available)).toBeNull();
  });

  it('go back in the proportion staked, an odd kobo as real money', () => {
    expect(splitWin(kobo(1_001), { real: kobo(300), bonus: kobo(300) })).toEqual({ real: 501, bonus: 500 });
    expect(splitWin(kobo(1_000), { real: kobo(300), bonus: kobo(0) })).toEqual({ real: 1_000, bonus: 0 });
    expect(splitWin(kobo(1_000), { real: kobo(0), bonus: kobo(300) })).toEqual({ real: 0, bonus: 1_000 });
  });

  it('lose and make no kobo', () => {
    fc.assert(
      fc.property(amount(), amount(), amount(), amount(), (stake, real, bonus, win) => {
        const split = splitStake(stake, { real, bonus });
        expect(split === null).toBe(stake > real + bonus);
        if (split === null) return;
        expect(split.real + split.bonus).toBe(stake);
        expect(split.real <= real && split.bonus <= bonus && split.real >= 0 && split.bonus >= 0).toBe(true);
        const winParts = splitWin(win, split);
        expect(winParts.real + winParts.bonus).toBe(win);
        expect(winParts.real >= 0 && winParts.bonus >= 0).toBe(true);
      }),
    );
  });
});
