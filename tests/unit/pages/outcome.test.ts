import { describe, expect, it } from 'vitest';
import { adireGoldEngine } from '../../../src/core/games/slots/adire-gold';
import { kobo } from '../../../src/core/money';
import { roundResultWords, outcomeWords, windowRows } from '../../../src/pages/shared/replay/outcome';

const round = (outcome: unknown, stake = 50, win = 0) => ({ outcome, stake, win });

describe('the outcome of a round in words', () => {
  it('names the lines that paid, the free spins and the multiple of the stake', () => {
    expect(outcomeWords(round({ wins: [], freeSpins: [] }))).toBe('No line paid');
    expect(outcomeWords(round({ wins: [1, 2], freeSpins: [1] }, 50, 125))).toBe('2 lines paid, 1 free spin, 2.5 × the stake');
  });

  it('never says more than came back', () => {
    expect(outcomeWords(round({ wins: [1], freeSpins: [] }, 3, 2))).toBe('1 line paid, 0.66 × the stake');
  });

  it('speaks of lines in slots alone', () => {
    expect(outcomeWords(round({ number: 23, wins: [{ spot: 'red', win: 20_000 }] }, 200, 200))).toBe('1 × the stake');
  });

  it('calls at most the stake back no win', () => {
    expect([0, 30, 50, 51].map((win) => roundResultWords(kobo(5_000), kobo(win * 100)))).toEqual(['No win', '₦30.00 came back', '₦50.00 came back', 'Won ₦51.00']);
  });

  it('says nothing about members that it does not know', () => {
    for (const outcome of [null, 7, 'x', [], { card: 'ace' }]) expect(outcomeWords(round(outcome))).toBe('');
    expect(outcomeWords(round(null, 10, 20))).toBe('2 × the stake');
  });

  it('describes an outcome of the engine of Adire Gold', () => {
    const stops = [0, 1, 2, 3, 4];
    let draw = 0;
    const { outcome } = adireGoldEngine.play({
      stake: kobo(1000), bet: {}, draws: { below: (n) => (stops[draw++ % stops.length] ?? 0) % n, used: () => draw },
    });
    const rows = windowRows(outcome);
    expect(rows).toHaveLength(3);
    expect(rows?.every((row) => row.length === 5)).toBe(true);
    expect(rows?.[0]?.[0]).toBe(outcome.window[0]?.[0]);
    expect(rows?.[2]?.[4]).toBe(outcome.window[4]?.[2]);
  });

  it('shows no window where the outcome has none', () => {
    for (const outcome of [null, {}, { window: 'x' }, { window: [] }]) expect(windowRows(outcome)).toBeNull();
  });
});
