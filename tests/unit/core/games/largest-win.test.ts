import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../../src/core/fairness/draws';
import { blackjackEngine } from '../../../../src/core/games/blackjack';
import { diceEngine } from '../../../../src/core/games/dice';
import { closeEngine } from '../../../../src/core/games/engine';
import { minesEngine } from '../../../../src/core/games/mines';
import { MAX_ROUND_WIN, largestStake } from '../../../../src/core/games/largest-win';
import { PLINKO_RISKS, plinkoEngine } from '../../../../src/core/games/plinko';
import { SPOTS, rouletteEngine } from '../../../../src/core/games/roulette';
import { SLOT_THEMES } from '../../../../src/core/games/slots/themes';
import { slotsEngine } from '../../../../src/core/games/slots/slots';
import { closeStepped } from '../../../../src/core/games/stepped';
import { INITIAL_GAMES } from '../../../../server/games/initial-catalogue';
import { allEngines } from '../../../../src/core/games/registry';
import { kobo } from '../../../../src/core/money';
import { seedOf } from '../../../support/seeds';
import { fixedDraw } from './table-support';

const draws = () => drawsFrom({ serverSeed: 'e'.repeat(64), clientSeed: 'most', nonce: 0 });

describe('the largest win of one round', () => {
  it('is ₦50,000,000', () => {
    expect(MAX_ROUND_WIN).toBe(50_000_000_00);
  });

  it('is what the best roll of dice pays at most, for every threshold, and one step more would pass it', () => {
    for (let under = 1; under <= 9_800; under += 1) {
      const most = largestStake(diceEngine, { under });
      const wins = (stake: number) => diceEngine.play({ stake: kobo(stake), bet: { under }, draws: fixedDraw(0) }).win;
      expect(wins(most)).toBeLessThanOrEqual(MAX_ROUND_WIN);
      expect(wins(most + diceEngine.stakeStep)).toBeGreaterThan(MAX_ROUND_WIN);
    }
  });

  it('is refused by name, with the largest stake, one step above it', () => {
    const dice = closeEngine(diceEngine);
    const bet = { under: 1 };
    const most = largestStake(diceEngine, bet);
    expect(most).toBe(5_000_00);
    expect(dice.playUnchecked({ stake: most, bet, draws: draws() }).ok).toBe(true);
    const refusedBet = dice.playUnchecked({ stake: kobo(most + diceEngine.stakeStep), bet, draws: draws() });
    expect(refusedBet).toEqual({ ok: false, code: 'win-too-high', largestStake: most });
  });

  it('is held for any table of roulette bets by the number that pays best', () => {
    const seed = seedOf('roulette, largest win');
    const placed = fc.record({ spot: fc.constantFrom(...SPOTS.keys()), stake: fc.integer({ min: 1, max: 100_000 }).map((n) => n * 100) });
    fc.assert(
      fc.property(fc.uniqueArray(placed, { minLength: 1, maxLength: 12, selector: ({ spot }) => spot }), (bets) => {
        const stake = kobo(bets.reduce((sum, bet) => sum + bet.stake, 0));
        const wins = Array.from({ length: 37 }, (_, number) => rouletteEngine.play({ stake, bet: { bets }, draws: fixedDraw(number) }).win);
        const answer = closeEngine(rouletteEngine).playUnchecked({ stake, bet: { bets }, draws: draws() });
        // The largest stake is a multiple of the step: bets just below the largest win may be refused by less than one.
        const most = largestStake(rouletteEngine, { bets });
        expect(answer.ok).toBe(stake <= most);
        if (answer.ok) expect(Math.max(...wins)).toBeLessThanOrEqual(MAX_ROUND_WIN);
        else expect((Math.max(...wins) / stake) * (most + rouletteEngine.stakeStep)).toBeGreaterThan(MAX_ROUND_WIN * 0.999_999);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('is held by plinko at every risk, by mines at the first cell, and by blackjack with both hands doubled', () => {
    for (const risk of PLINKO_RISKS) {
      const most = largestStake(plinkoEngine, { risk });
      expect(plinkoEngine.play({ stake: most, bet: { risk }, draws: fixedDraw(0) }).win).toBeLessThanOrEqual(MAX_ROUND_WIN);
    }
    for (let mines = 21; mines <= 24; mines += 1) {
      const stake = largestStake(minesEngine, { mines });
      const roundInput = { stake, bet: { mines }, draws: draws(), actions: [] };
      expect(closeStepped(minesEngine).runUnchecked(roundInput).ok).toBe(true);
      expect(closeStepped(minesEngine).runUnchecked({ ...roundInput, stake: kobo(stake + minesEngine.stakeStep) })).toMatchObject({ code: 'win-too-high' });
    }
    expect(largestStake(blackjackEngine, {})).toBe(6_250_000_00);
  });

  it('is above what every slot pays at the largest stake the platform opens with', () => {
    for (const { gameId, maxStake } of INITIAL_GAMES) {
      const engine = allEngines.get(gameId);
      if (engine?.kind === 'slots') expect(largestStake(engine, {})).toBeGreaterThanOrEqual(maxStake);
    }
    for (const theme of SLOT_THEMES) console.log(`${theme.gameId}: largest stake ₦${largestStake(slotsEngine(theme), {}) / 100}`);
  });
});
