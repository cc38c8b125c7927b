/** Stakes that are added in the middle of a round, in figures worked out by hand. */
import { describe, expect, it } from 'vitest';
import type { Wallet } from '../../../server/bonuses/plan-round';
import { NO_STAKES, planStake } from '../../../server/bonuses/plan-steps';
import type { RoundStakes, StakeFacts } from '../../../server/bonuses/plan-steps';
import { kobo } from '../../../src/core/money';

const BEFORE = new Date('2026-11-21T09:00:00Z');
const START = new Date('2026-11-21T10:00:00Z');
const STEP = new Date('2026-11-21T10:01:00Z');
const LATER = new Date('2026-11-22T10:00:00Z');

const wallet = (walletId: string, balance: number, more: Partial<Wallet> = {}): Wallet => ({
  walletId, balance: kobo(balance), granted: kobo(1_000), requirement: kobo(10_000), progress: kobo(0), wagering: 10, maxStake: kobo(100_000),
  limitsEveryStake: true, capTimes: 5, claimContributions: null, games: null, spinsLeft: 0, spin: null,
  runsSince: BEFORE, expiresAt: LATER, inPlay: kobo(0), ...more,
});

const firstStake = (wallets: readonly Wallet[], real: number, amount: number): RoundStakes => {
  const plan = planStake(wallets, { gameId: 'g', amount: kobo(amount), real: kobo(real), before: NO_STAKES, at: START, startedAt: START });
  if (!plan.ok) throw new Error(plan.refusal);
  return plan.after;
};
const add = (wallets: readonly Wallet[], before: RoundStakes, real: number, amount: number) => {
  const facts: StakeFacts = { gameId: 'g', amount: kobo(amount), real: kobo(real), before, at: STEP, startedAt: START };
  const plan = planStake(wallets, facts);
  if (!plan.ok) return plan.refusal;
  return plan.moves.filter(({ amount: moved }) => moved > 0).map(({ from, amount: moved }) => [typeof from === 'object' ? from.bonus : from, moved]);
};

describe('a stake that is added to a round', () => {
  it('is the player’s own money first, where the first stake was', () => {
    const before = firstStake([wallet('a', 500)], 1_000, 100);
    expect(add([wallet('a', 500)], before, 900, 100)).toEqual([['real', 100]]);
    expect(add([wallet('a', 500)], before, 60, 100)).toEqual([['real', 60], ['a', 40]]);
  });

  it('is bonus money alone where the first stake took some: money that came since stays out of the round', () => {
    const before = firstStake([wallet('a', 500)], 40, 100);
    expect(add([wallet('a', 440)], before, 10_000, 100)).toEqual([['a', 100]]);
    expect(add([wallet('a', 99)], before, 10_000, 100)).toBe('not-enough');
  });

  it('takes nothing from a bonus that began after the round, and is not limited by it', () => {
    const before = firstStake([], 1_000, 500);
    const young = wallet('b', 900, { runsSince: STEP, maxStake: kobo(100) });
    expect(add([young], before, 500, 500)).toEqual([['real', 500]]);
    expect(add([young], before, 400, 500)).toBe('not-enough');
    expect(add([wallet('b', 900, { maxStake: kobo(100) })], before, 500, 500)).toBe('stake-too-high');
  });
});
