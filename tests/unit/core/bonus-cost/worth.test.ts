/** The worth of a bonus to the best player: the proven bound, and the dynamic programming that comes near it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBestPlay } from '../../../../src/core/bonus-cost/best-play';
import type { BestPlayTerms } from '../../../../src/core/bonus-cost/best-play';
import { betsOf } from '../../../../src/core/bonus-cost/bets';
import type { Bet } from '../../../../src/core/bonus-cost/bets';
import { maxWorth } from '../../../../src/core/bonus-cost/bound';
import { cheapestGame, minCostShare } from '../../../../src/core/bonus-cost/counted-games';
import type { CountedGame } from '../../../../src/core/bonus-cost/counted-games';
import { fraction, fractionToNumber } from '../../../../src/core/fraction';
import { kobo } from '../../../../src/core/money';
import { leastLossAtBlackjack } from './blackjack-loss';
import { GAMES } from './games';

function bestOf(terms: BestPlayTerms): number {
  const work = findBestPlay(terms);
  for (;;) {
    const step = work.next();
    if (step.done !== true) continue;
    if (step.value === null) throw new Error('the lattice is too large');
    return step.value.worthAfter(0);
  }
}

const meanOf = ({ returned, pays }: Bet): number => returned + pays.reduce((sum, [stakes, chance]) => sum + stakes * chance, 0);

describe('the bets that are tried', () => {
  it('return no more than their games do at best', () => {
    for (const game of GAMES) {
      for (const bet of betsOf(game)) expect(meanOf(bet), game.gameId).toBeLessThanOrEqual(fractionToNumber(game.maxRtp) + 1e-6);
    }
  });

  it('are some of every game that counts but blackjack, and none of one that counts nothing', () => {
    expect(GAMES.filter((game) => betsOf(game).length === 0).map(({ gameId }) => gameId)).toEqual(['blackjack']);
    expect(betsOf({ ...GAMES[0]!, contribution: 0 })).toEqual([]);
  });

  it('are an error for a slot whose chances nobody has written down, because a cost without it would be too low', () => {
    expect(() => betsOf({ ...GAMES[0]!, kind: 'slots', gameId: 'no-such-slot' })).toThrow('no chances of no-such-slot in SLOT_CHANCES');
  });
});

describe('the least part of a naira of wagering that a game costs', () => {
  it('is the part of a stake that the game keeps, divided by the part that counts', () => {
    const mines: CountedGame = { gameId: 'mines', kind: 'mines', maxRtp: fraction(99n, 100n), contribution: 1_000 };
    expect(minCostShare(mines)).toEqual(fraction(1n, 10n));
    expect(minCostShare({ ...mines, contribution: 0 })).toBeNull();
    expect(cheapestGame(GAMES)?.game.gameId).toBe('suya-spot');
    expect(cheapestGame([])).toBeNull();
  });

  it('is for blackjack no more than any way of doubling and splitting loses of all stakes', () => {
    const share = minCostShare({ gameId: 'blackjack', kind: 'blackjack', maxRtp: fraction(1n), contribution: 10_000 });
    const least = leastLossAtBlackjack();
    expect(fractionToNumber(share ?? fraction(0n))).toBeLessThanOrEqual(least);
    expect(least).toBeLessThan(0.0052);
  });
});

describe('the most that a bonus can be worth', () => {
  const slot: CountedGame = { gameId: 's', kind: 'slots', maxRtp: fraction(96n, 100n), contribution: 10_000 };

  it('is the value at which the cost of the wagering and the cap meet', () => {
    // ₦10,000 at 10 times and 4 %, five times at most: 10,000 × 5 ÷ 5.4.
    expect(maxWorth(kobo(1_000_000), { wagering: 10, capTimes: 5 }, [slot])).toBe(925_926);
    expect(maxWorth(kobo(1_000_000), { wagering: 10, capTimes: 1 }, [slot])).toBe(714_286);
    expect(maxWorth(kobo(1_000_000), { wagering: 30, capTimes: null }, [slot])).toBe(1_000_000);
    expect(maxWorth(kobo(1_000_000), { wagering: 10, capTimes: 5 }, [])).toBe(0);
  });

  it('rises if one game keeps less or counts more, whatever the other games do', () => {
    const worth = (games: readonly CountedGame[]) => maxWorth(kobo(1_000_000), { wagering: 10, capTimes: 5 }, games);
    const mines = (contribution: number): CountedGame => ({ gameId: 'm', kind: 'mines', maxRtp: fraction(99n, 100n), contribution });
    expect(worth([slot, mines(1_000)])).toBe(worth([slot]));
    expect(worth([slot, mines(5_000)])).toBeGreaterThan(worth([slot]));
  });

  it('is never reached by any play on the lattice, and nearly by the best on the games of a new platform', { timeout: 60_000 }, () => {
    const cheapest = cheapestGame(GAMES);
    const terms = { granted: 1_000_000, cap: 5_000_000, requirement: 10_000_000, maxStake: 100_000 };
    const best = bestOf({ ...terms, bets: GAMES.flatMap(betsOf), minCostShare: fractionToNumber(cheapest?.share ?? fraction(0n)) });
    const bound = maxWorth(kobo(1_000_000), { wagering: 10, capTimes: 5 }, GAMES);
    expect(best).toBeLessThanOrEqual(bound);
    expect(best / bound).toBeGreaterThan(0.95);
  });

  it('is above the best play of any terms, on games of any chances', { timeout: 120_000 }, () => {
    const bet = fc.record({
      keeps: fc.integer({ min: 1, max: 20 }), pays: fc.constantFrom(1.5, 2, 3, 10, 100), contribution: fc.constantFrom(0.1, 0.2, 0.5, 1),
    });
    const terms = fc.record({
      bets: fc.array(bet, { minLength: 1, maxLength: 3 }), wagering: fc.integer({ min: 1, max: 6 }), capTimes: fc.integer({ min: 1, max: 5 }),
      maxStake: fc.constantFrom(100, 300, 1_200),
    });
    fc.assert(fc.property(terms, ({ bets, wagering, capTimes, maxStake }) => {
      const games = bets.map(({ keeps, contribution }, at): CountedGame => ({
        gameId: `g${at}`, kind: 'slots', maxRtp: fraction(BigInt(100 - keeps), 100n), contribution: Math.round(contribution * 10_000),
      }));
      const tried = bets.map(({ keeps, pays, contribution }): Bet => ({ contribution, returned: 0, pays: [[pays, (1 - keeps / 100) / pays]] }));
      const minCostShare = fractionToNumber(cheapestGame(games)?.share ?? fraction(0n));
      const best = bestOf({ granted: 1_200, cap: 1_200 * capTimes, requirement: 1_200 * wagering, maxStake, bets: tried, minCostShare });
      expect(best).toBeLessThanOrEqual(maxWorth(kobo(1_200), { wagering, capTimes }, games) + 1e-6);
      expect(best).toBeGreaterThanOrEqual(0);
    }), { numRuns: 40 });
  });
});

describe('best play', () => {
  const evens: Bet = { contribution: 1, returned: 0, pays: [[2, 0.45]] };
  const play = (change: Partial<BestPlayTerms>): number =>
    bestOf({ granted: 1_200, cap: 6_000, requirement: 1_200, maxStake: 1_200, bets: [evens], minCostShare: 0.1, ...change });

  it('is worth what is granted less what the stakes cost where nothing can be lost on the way', () => {
    // Every way of staking ₦12 once over costs a tenth of it.
    expect(play({})).toBeCloseTo(1_080, 6);
  });

  it('risks all at once where that ends most wagering early', () => {
    // All of it at once: 45 % of ₦24 with ₦12 to go, which costs ₦1.20.
    expect(play({ requirement: 2_400 })).toBeGreaterThanOrEqual(0.45 * (2_400 - 120) - 1e-6);
  });

  it('is worth no more than the cap, and nothing where the wagering costs more than there is to be had', () => {
    expect(play({ cap: 600, requirement: 1 })).toBeLessThanOrEqual(600);
    expect(play({ requirement: 120_000, cap: 1_200, maxStake: 100 })).toBeLessThan(40);
  });

  it('gains nothing by a bet that may return the stake', () => {
    const withReturns: Bet = { contribution: 1, returned: 0.5, pays: [[2, 0.225]] };
    expect(play({ bets: [withReturns] })).toBeCloseTo(play({}), 6);
  });
});
