import { describe, expect, it } from 'vitest';
import { bonusAmountOf, realBalanceOf } from '../../../src/core/balance';
import { bonusWallet } from '../../../src/core/contract/player';
import { nairaToKobo, roundToKobo } from '../../../src/core/money';
import { hasReadableActive, hasReadableReal, readBalanceItems, readWallets } from '../../../src/core/wallet-items';

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
    const real = (currency: string | null) => ({ type: 'Real', amount: 5, currency });
    expect(hasReadableReal([real('NGN')])).toBe(true);
    expect(hasReadableReal([{ type: 'Bonus', amount: 1, currency: 'USD' }, { type: 'Points', amount: 1, currency: null }, real('NGN')])).toBe(true);
    expect(hasReadableReal([{ type: 'Bonus', amount: 1, currency: 'NGN' }])).toBe(true);
    for (const other of ['USD', '', 'NGN ', null]) expect(hasReadableReal([real(other)])).toBe(false);
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

  it('is unknown, and no error of the program, when the sum is past the bound', () => {
    const huge = { status: 'active', currentAmount: 9e12, currency: 'NGN' };
    expect(bonusAmountOf([huge, huge], 'NGN')).toBeNull();
    const twins = ['1', '2'].map((walletId) => ({ ...huge, walletId, name: '', totalWR: 0 }));
    expect(bonusWallet.safeParse({ items: twins }).success).toBe(false);
    expect(bonusWallet.safeParse({ items: twins.slice(1) }).success).toBe(true);
  });

  it('counts a wallet that is sent twice once', () => {
    const wallet = { walletId: 7, status: 'active', name: 'W', currentAmount: 50, currency: 'NGN', totalWR: 100 };
    const answer = bonusWallet.parse({ items: [wallet, { ...wallet, walletId: '7' }, { ...wallet, walletId: 8 }] });
    expect(answer.items.map(({ walletId }) => walletId)).toEqual(['7', '8']);
    expect(bonusAmountOf(answer.items, 'NGN')).toBe(10_000);
  });

  it('is unknown when an amount that counts is no whole number of kobo', () => {
    expect(bonusAmountOf([wallet('active', 1), wallet('active', 0.005)], 'NGN')).toBeNull();
    expect(bonusAmountOf([wallet('active', 1), wallet('pending', 0.005)], 'NGN')).toBe(100);
  });
});

describe('a list of wallets with something odd in it', () => {
  const real = { type: 'Real', amount: 1_250.5, currency: 'NGN' };
  const ODD: readonly unknown[] = [
    null, undefined, 7, 'Real', [], {}, { type: 'Bonus', amount: null, currency: 'NGN' }, { type: 'Bonus', amount: '900', currency: 'NGN' },
    { type: 'Points', amount: 12, currency: 566 }, { type: null, amount: 1, currency: 'NGN' }, { amount: 5, currency: 'NGN' },
    { type: 'Real', amount: 'many', currency: 'USD' },
  ];

  it.each(ODD)('does not take the player’s own money from the screen: %j', (odd) => {
    for (const items of [[odd, real], [real, odd]]) {
      expect(hasReadableReal(items)).toBe(true);
      expect(realBalanceOf(readBalanceItems(items))).toEqual({ amount: 125_050, currency: 'NGN' });
    }
  });

  it.each([null, '1250.5', Number.NaN, Infinity, 0.004, 1e14, undefined, {}])('is refused when it is the player’s own money that can’t be read: %s', (amount) => {
    expect(hasReadableReal([{ ...real, amount }])).toBe(false);
    expect(hasReadableReal([real, { ...real, amount }])).toBe(false);
  });

  it('says nothing of the player’s own money when what may have been it can’t be read', () => {
    expect(hasReadableReal([null])).toBe(false);
    expect(hasReadableReal([])).toBe(true);
  });

  it('shows of several Real items the one in naira, in whatever letters its currency is written', () => {
    const dollars = { type: 'Real', amount: 7, currency: 'USD' };
    for (const naira of [{ ...real, currency: 'ngn' }, { ...real, currency: 'Ngn' }, real]) {
      expect(hasReadableReal([dollars, naira])).toBe(true);
      expect(realBalanceOf(readBalanceItems([dollars, naira]))).toEqual({ amount: 125_050, currency: 'NGN' });
    }
  });

  const bonus = { walletId: 7, status: 'active', name: 'W', currentAmount: 10.5, currency: 'NGN' };

  it.each([
    null, 'x', {}, { ...bonus, status: 'expired', currentAmount: '12' }, { ...bonus, status: 4, currentAmount: 5 }, { ...bonus, currency: 'USD', currentAmount: null },
  ])('does not take the bonus amount from the screen when a wallet that does not count is odd: %j', (odd) => {
    expect(hasReadableActive([odd, bonus])).toBe(true);
    expect(bonusAmountOf(readWallets([odd, bonus]), 'NGN')).toBe(1_050);
  });

  it.each([{ extension: [] }, { extension: 'none' }, { extension: { grantedPlayerCurrencyAmount: '5' } }, { name: 5 }, { totalWR: '10' }, { progressWR: {} }])(
    'counts an active wallet whose trimmings are odd: %j',
    (odd) => {
      const wallets = readWallets([{ ...bonus, ...odd }]);
      expect(hasReadableActive([{ ...bonus, ...odd }])).toBe(true);
      expect(bonusAmountOf(wallets, 'NGN')).toBe(1_050);
      expect(readWallets(wallets)).toEqual(wallets);
    },
  );

  it.each([{ currentAmount: '10.5' }, { currentAmount: null }, { currentAmount: 10.505 }, { currency: 566 }, { currency: null }, { currency: undefined }, { currency: '' }, { currency: '₦' }, { walletId: {} }])(
    'never shows a bonus amount that is too low because an active wallet can’t be read: %j',
    (odd) => {
      expect(hasReadableActive([bonus, { ...bonus, ...odd }])).toBe(false);
      expect(hasReadableActive([{ ...bonus, ...odd }])).toBe(false);
    },
  );
});

describe('amounts as platforms that add up floats send them', () => {
  it.each([[1_234.5600000000001, 123_456], [0.1 + 0.2, 30], [4_950.499999999999, 495_050], [-3.3000000000000003, -330], [0, 0]])('%d naira are %d kobo', (naira, kobo) => {
    expect(realBalanceOf([{ type: 'Real', amount: naira, currency: 'NGN' }])).toEqual({ amount: kobo, currency: 'NGN' });
    expect(bonusAmountOf([{ status: 'active', currentAmount: naira, currency: 'NGN' }], 'NGN')).toBe(kobo);
  });

  it.each([0.00001, 12.345, 1_234.56001, 1e300, Number.NaN, '12'])('but %s is nothing that is off by dust', (naira) => {
    expect(roundToKobo(naira)).toBeNull();
  });

  it('that somebody asks for are never rounded', () => {
    expect(nairaToKobo(1_234.5600000000001)).toBeNull();
  });
});
