import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/core/money';
import { winTier } from '../../../src/games/win-tier';

const STAKE = kobo(20_000);
const tierAt = (times: number) => winTier(STAKE, kobo(Math.round(STAKE * times)));

describe('the celebration of a win', () => {
  it('is none for a loss, nor for what pays at most the stake', () => {
    expect([0, 0.2, 0.99, 1].map(tierAt)).toEqual(['quiet', 'quiet', 'quiet', 'quiet']);
  });

  it('counts up above the stake and to its fivefold', () => {
    expect(winTier(STAKE, kobo(STAKE + 1))).toBe('line');
    expect([1.1, 2, 5].map(tierAt)).toEqual(['line', 'line', 'line']);
  });

  it('lets seeds fly above that and to the twentyfold', () => {
    expect(winTier(STAKE, kobo(5 * STAKE + 1))).toBe('seeds');
    expect([6, 20].map(tierAt)).toEqual(['seeds', 'seeds']);
  });

  it('fills the twelve pits above that', () => {
    expect(winTier(STAKE, kobo(20 * STAKE + 1))).toBe('pits');
    expect(tierAt(5_000)).toBe('pits');
  });
});
