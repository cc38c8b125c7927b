import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/core/money';
import { nextStake, readStake, stakeProblem, stakeSteps, stakeText } from '../../../src/pages/game/controls/stake';
import type { StakeLimits } from '../../../src/pages/game/controls/stake';
import { describeStakeProblem as platformProblem } from '../../../server/games/stake';

const LIMITS: StakeLimits = { min: kobo(1_000), max: kobo(2_000_000), step: kobo(10) };

describe('the steps of the stake', () => {
  it('go 1, 2, 5 through the limits and end at them', () => {
    const naira = stakeSteps(LIMITS).map((stake) => stake / 100);
    expect(naira).toEqual([10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000]);
  });

  it('begin and end at odd limits too', () => {
    const steps = stakeSteps({ min: kobo(1_230), max: kobo(7_770), step: kobo(10) });
    expect(steps).toEqual([1_230, 2_000, 5_000, 7_770]);
  });

  it('go from a typed stake to the neighbours on the ladder, and stop at the ends', () => {
    expect(nextStake(kobo(12_300), 1, LIMITS)).toBe(20_000);
    expect(nextStake(kobo(12_300), -1, LIMITS)).toBe(10_000);
    expect(nextStake(LIMITS.max, 1, LIMITS)).toBe(LIMITS.max);
    expect(nextStake(LIMITS.min, -1, LIMITS)).toBe(LIMITS.min);
  });

  it('are all stakes that can be played', () => {
    expect(stakeSteps(LIMITS).every((stake) => stakeProblem(stake, LIMITS) === null)).toBe(true);
  });
});

describe('a typed stake', () => {
  it.each([
    ['10', 1_000],
    ['₦2,500', 250_000],
    ['12.50', 1_250],
    [' 20 000 ', 2_000_000],
  ])('reads "%s"', (text, stake) => {
    expect(readStake(text, LIMITS)).toEqual({ ok: true, stake });
  });

  it.each(['', 'ten', '-10', '5', '20000.10', '10.05', '10.005', '50,00', '1e5', '9'.repeat(60)])(
    'says what is wrong with "%s", in words',
    (text) => {
      const read = readStake(text, LIMITS);
      expect(read.ok).toBe(false);
      expect(!read.ok && read.problem.length).toBeGreaterThan(5);
    },
  );

  it('says the same as the platform about limits and steps', () => {
    const engine = { stakeStep: LIMITS.step };
    for (const amount of [500, 1_005, 2_000_010, 3_000_000, 10_000]) {
      const ours = stakeProblem(kobo(amount), LIMITS);
      const theirs = platformProblem(kobo(amount), { min: LIMITS.min, max: LIMITS.max, engine });
      expect(ours === null).toBe(theirs === null);
    }
  });

  it('stands in the field as short as it can', () => {
    expect([1_000, 1_250, 250_000].map((stake) => stakeText(kobo(stake)))).toEqual(['10', '12.50', '2500']);
  });
});
