import { describe, expect, it } from 'vitest';
import { bonusAmountOf, realBalanceOf } from '../../../src/core/balance';
import { isInNaira } from '../../../src/core/in-naira';

describe('A-19: the real balance', () => {
  it.each([0, 1, 2])('is the item of type Real, also at place %d', (place) => {
    const items = [
      { type: 'Bonus', amount: 900, currency: 'NGN' },
      { type: 'Points', amount: 12, currency: null },
    ];
    items.splice(place, 0, { type: 'Real', amount: 1_250.5, currency: 'NGN' });
    expect(realBalanceOf(items)).toEqual({ amount: 125_050, currency: 'NGN' });
  });

  it('is none when no item is exactly Real: never another wallet', () => {
    expect(realBalanceOf([])).toBeNull();
    expect(realBalanceOf([{ type: 'real', amount: 5, currency: 'NGN' }])).toBeNull();
    expect(realBalanceOf([{ type: 'Bonus', amount: 5, currency: 'NGN' }])).toBeNull();
  });

  it('is none rather than rounded or without a currency', () => {
    expect(realBalanceOf([{ type: 'Real', amount: 0.001, currency: 'NGN' }])).toBeNull();
    expect(realBalanceOf([{ type: 'Real', amount: 5, currency: null }])).toBeNull();
    expect(realBalanceOf([{ type: 'Real', amount: 5 }])).toBeNull();
  });

  it('makes an answer that is not in naira none; other wallets may be in whatever they are', () => {
    const real = (currency: string) => ({ type: 'Real', currency });
    expect(isInNaira([real('NGN')])).toBe(true);
    expect(isInNaira([{ type: 'Bonus', currency: 'USD' }, { type: 'Points', currency: null }, real('NGN')])).toBe(true);
    expect(isInNaira([{ type: 'Bonus', currency: 'NGN' }])).toBe(true);
    for (const other of ['USD', 'ngn', '', 'NGN ']) expect(isInNaira([real(other)])).toBe(false);
  });

  it('can be zero', () => {
    expect(realBalanceOf([{ type: 'Real', amount: 0, currency: 'NGN' }])).toEqual({ amount: 0, currency: 'NGN' });
  });
});

describe('the bonus amount', () => {
  const wallet = (status: string, currentAmount: number, currency: string | null = 'NGN') => ({ status, currentAmount, currency });

  it('sums active wallets in the currency of the balance and no others', () => {
    const wallets = [
      wallet('active', 100.1),
      wallet('active', 0.2),
      wallet('Active', 1_000),
      wallet('pending', 1_000),
      wallet('forfeited', 1_000),
      wallet('something-new', 1_000),
      wallet('active', 50, 'USD'),
      wallet('active', 50, null),
    ];
    expect(bonusAmountOf(wallets, 'NGN')).toBe(10_030);
    expect(bonusAmountOf(wallets, 'USD')).toBe(5_000);
    expect(bonusAmountOf([], 'NGN')).toBe(0);
  });

  it('is unknown when an amount that counts is no whole number of kobo', () => {
    expect(bonusAmountOf([wallet('active', 1), wallet('active', 0.005)], 'NGN')).toBeNull();
    expect(bonusAmountOf([wallet('active', 1), wallet('pending', 0.005)], 'NGN')).toBe(100);
  });
});
