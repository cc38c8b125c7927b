import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/core/money';
import { figuresStore, olderOf } from '../../../src/state/figures';
import { LATE_FOR_MS, confirmFigure, markFigureDated, applyBalance, applyBonusWallet, applyMoneyAnswer, applyProfile } from '../../../src/state/apply-figures';
import { resetAll } from '../../../src/state/reset-all';
import { sessionStore } from '../../../src/state/session';
import { balanceOf, DATED, LIVE, PROFILE } from './support';

const session = () => sessionStore.getState();
const figures = () => figuresStore.getState();

function wallet(status: string, currentAmount: number, currency: string | null = 'NGN') {
  return { walletId: '1', status, name: '', currentAmount, currency };
}

beforeEach(resetAll);
afterEach(() => void vi.useRealTimers());

describe('the balance', () => {
  it('is the item of type Real, wherever it stands, in kobo', () => {
    applyBalance(balanceOf(1234.5), null, LIVE);
    expect(session()).toMatchObject({ balance: kobo(123_450), balanceCurrency: 'NGN' });
    expect(figures()).toMatchObject({ heldBalance: kobo(500), balance: { source: 'live', savedAt: LIVE.savedAt } });
  });

  it('is not known, instead of another wallet’s, when there is no such item', () => {
    applyBalance(balanceOf(10), null, LIVE);
    applyBalance({ items: [{ type: 'Bonus', amount: 99, currency: 'NGN' }] }, null, LIVE);
    expect(session()).toMatchObject({ balance: null, balanceCurrency: null });
  });

  it('of a higher version is never overwritten by a late answer of a lower one', () => {
    applyBalance(balanceOf(100), 4, LIVE);
    applyMoneyAnswer(kobo(5_000), 'NGN', 6, 2_000_001);
    applyBalance(balanceOf(100), 5, LIVE);
    expect(session().balance).toBe(kobo(5_000));
    applyMoneyAnswer(kobo(4_000), 'NGN', 5, 2_000_002);
    expect(session().balance).toBe(kobo(5_000));
    applyBalance(balanceOf(40), 7, LIVE);
    expect(session().balance).toBe(kobo(4_000));
  });

  it('of a lower version is what the platform says now, once no answer from before can be under way: it may have been restored from a backup', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    applyBalance(balanceOf(100), 10, LIVE);
    vi.advanceTimersByTime(LATE_FOR_MS);
    applyBalance(balanceOf(70), 9, LIVE);
    expect(session().balance).toBe(kobo(7_000));
    expect(figures().balanceVersion).toBe(9);
  });

  it('that was not taken is not what is on screen: the platform confirms it, and the figure on screen is called no younger for it', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    applyMoneyAnswer(kobo(5_000), 'NGN', 11, LIVE.savedAt);
    applyBalance(balanceOf(40), 10, { live: true, savedAt: LIVE.savedAt + 1_000 });
    confirmFigure('balance', LIVE.savedAt + 2_000);
    expect(session().balance).toBe(kobo(5_000));
    expect(figures().balance.savedAt).toBe(LIVE.savedAt);
    vi.advanceTimersByTime(LATE_FOR_MS);
    confirmFigure('balance', LIVE.savedAt + 15_000);
    expect(session().balance).toBe(kobo(4_000));
    expect(figures().balance).toEqual({ source: 'live', savedAt: LIVE.savedAt + 15_000 });
  });

  it('of the device’s store never takes the place of a newer one, and its version binds nobody', () => {
    applyBalance(balanceOf(10), 99, DATED);
    expect(figures()).toMatchObject({ balance: { source: 'dated', savedAt: DATED.savedAt }, balanceVersion: null });
    applyBalance(balanceOf(20), 3, LIVE);
    expect(session().balance).toBe(kobo(2_000));
    applyBalance(balanceOf(10), 99, DATED);
    expect(session().balance).toBe(kobo(2_000));
  });
});

describe('the bonus amount', () => {
  it('is the sum of the active wallets in the balance’s currency, whichever answer comes first', () => {
    const wallets = { items: [wallet('active', 10), wallet('active', 5.5), wallet('expired', 100), wallet('active', 7, 'USD'), wallet('odd', 1)] };
    applyBonusWallet(wallets, LIVE);
    applyBalance(balanceOf(1), null, LIVE);
    expect(session().bonusAmount).toBe(kobo(1_550));
    applyBalance(balanceOf(1, 'USD'), null, LIVE);
    expect(session().bonusAmount).toBe(kobo(700));
  });

  it('is not taken from the screen by a balance that can’t be had: then it is what there is in naira', () => {
    applyBonusWallet({ items: [wallet('active', 10), wallet('active', 7, 'USD')] }, LIVE);
    expect(session()).toMatchObject({ balance: null, bonusAmount: kobo(1_000) });
  });

  it('is zero, not unknown, when there is no wallet', () => {
    applyBalance(balanceOf(1), null, LIVE);
    applyBonusWallet({ items: [] }, LIVE);
    expect(session().bonusAmount).toBe(kobo(0));
  });
});

describe('the age of a figure', () => {
  it('is renewed by an unchanged answer, and the figure stays untouched', () => {
    applyBalance(balanceOf(10), 1, LIVE);
    const before = session();
    confirmFigure('balance', 3_000_000);
    expect(session()).toBe(before);
    expect(figures().balance).toEqual({ source: 'live', savedAt: 3_000_000 });
  });

  it('stays as it was after a failed try, and the figure is marked as dated', () => {
    applyProfile(PROFILE, LIVE);
    markFigureDated('profile');
    expect(figures().profile).toEqual({ source: 'dated', savedAt: LIVE.savedAt });
    markFigureDated('account');
    expect(figures().account).toEqual({ source: 'unknown', savedAt: null });
    confirmFigure('account', 1);
    expect(figures().account.source).toBe('unknown');
  });

  it('of two figures together is that of the older one, or unknown if one of them is', () => {
    const at = (savedAt: number | null) => ({ source: savedAt === null ? ('unknown' as const) : ('live' as const), savedAt });
    expect(olderOf(at(5), at(3)).savedAt).toBe(3);
    expect(olderOf(at(5), at(null)).savedAt).toBeNull();
  });
});
