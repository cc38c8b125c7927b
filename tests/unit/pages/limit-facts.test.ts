import { describe, expect, it } from 'vitest';
import type { Limit } from '../../../src/core/contract/protection';
import { kobo } from '../../../src/core/money';
import { factsOf, readLimit, kindOfChange } from '../../../src/pages/self-exclusion/limit-facts';

const NOW = Date.parse('2026-11-22T09:00:00Z');
const limitOf = (change: Partial<Limit> = {}): Limit => ({
  kind: 'deposit', period: 'day', amount: 5_000, ceiling: null, used: 1_500, left: 3_500, resetsAt: '2026-11-22T23:00:00Z', pending: null, ...change,
});

describe('a limit on its page', () => {
  it('is the lower of the own and the operator’s', () => {
    expect(factsOf(limitOf({ ceiling: 2_000 }), [], NOW)).toMatchObject({ own: 500_000, ceiling: 200_000, effective: 200_000, remaining: 50_000 });
    expect(factsOf(limitOf({ amount: null }), [], NOW)).toMatchObject({ own: null, effective: null, remaining: null, used: 150_000 });
  });

  it('is the lower one that waits here, and says that it waits', () => {
    const waiting = [{ kind: 'deposit', period: 'day', amount: kobo(100_000) } as const];
    expect(factsOf(limitOf(), waiting, NOW)).toMatchObject({ own: 100_000, effective: 100_000, remaining: 0, isWaiting: true });
    expect(factsOf(limitOf({ amount: 500 }), waiting, NOW)).toMatchObject({ own: 50_000, isWaiting: true });
    expect(factsOf(limitOf({ period: 'week' }), waiting, NOW)).toMatchObject({ own: 500_000, isWaiting: false });
  });

  it('is lowered by a smaller amount, by a first limit and by zero, and by nothing else', () => {
    const [five, six] = [kobo(500), kobo(600)];
    expect(kindOfChange(five, six)).toBe('lower');
    expect(kindOfChange(five, null)).toBe('lower');
    expect(kindOfChange(kobo(0), five)).toBe('lower');
    expect(kindOfChange(six, five)).toBe('higher');
    expect(kindOfChange(null, five)).toBe('higher');
    expect(kindOfChange(null, null)).toBe('same');
    expect(kindOfChange(five, five)).toBe('same');
  });

  it('is read as people type it, and never guessed', () => {
    expect(readLimit('₦5,000')).toEqual({ ok: true, amount: 500_000 });
    for (const odd of ['', '50,00', '-5', '1.005', 'much']) expect(readLimit(odd).ok, odd).toBe(false);
  });
});
