import { describe, expect, it } from 'vitest';
import type { MoneyLeft } from '../../../src/core/contract/sessions';
import { obstacleLinks } from '../../../src/pages/profile/account/closing-obstacle';

const moneyLeft = (more: Partial<MoneyLeft>): MoneyLeft => ({
  balance: 0, held: 0, currency: 'NGN', pendingDeposits: 0, openWithdrawals: 0, openRounds: 0, closesBelow: 100, ...more,
});
const ways = (more: Partial<MoneyLeft>): readonly string[] =>
  Object.entries(obstacleLinks(moneyLeft(more))).filter(([, isThere]) => isThere).map(([way]) => way);

describe('an obstacle to closing an account', () => {
  it('leads to the page on which it ends, and to no other', () => {
    expect(ways({ openRounds: 1, balance: 99.99 })).toEqual(['toRounds']);
    expect(ways({ balance: 100 })).toEqual(['toWithdraw']);
    expect(ways({ openWithdrawals: 1, held: 5_000 })).toEqual(['toWithdraw']);
    expect(ways({ pendingDeposits: 1 })).toEqual(['toDeposits']);
    expect(ways({ suspense: 4_900 })).toEqual(['toDeposits']);
    expect(ways({ openRounds: 2, balance: 5_000, pendingDeposits: 1 })).toEqual(['toRounds', 'toWithdraw', 'toDeposits']);
  });

  it('is taken for money where the platform gives no figures', () => {
    expect(obstacleLinks(null)).toEqual({ toRounds: false, toWithdraw: true, toDeposits: false });
  });
});
