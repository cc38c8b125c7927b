import { describe, expect, it } from 'vitest';
import { bankById, banks, mainBanks } from '../../../src/core/banks/banks';
import { addBankAccount } from '../../../src/core/contract/withdrawals';
import type { Withdrawal, WithdrawalOptions } from '../../../src/core/contract/withdrawals';
import { failure } from '../../../src/core/errors';
import { kobo } from '../../../src/core/money';
import { DAY_MS } from '../../../src/core/time';
import { accountErrors, bankGroups, digitsOf, nubanWarning, stepTo } from '../../../src/pages/withdraw/account-input';
import { amountText, boundsOf, checkedBy, maxAmountOf, blockReasonOf, quickAmounts, readAmount } from '../../../src/pages/withdraw/amount';
import type { Bounds } from '../../../src/pages/withdraw/amount';
import { conditionsOf, lockedAmount, turnoverOf, unplayedChoiceOf } from '../../../src/pages/withdraw/turnover';
import type { UnplayedChoice } from '../../../src/pages/withdraw/turnover';
import { stageOf, timelineOf } from '../../../src/pages/withdraw/stage';
import { NO_WITHDRAWALS, newerOf, splitWithdrawals, withdrawals } from '../../../src/pages/withdraw/withdrawals';

const OPTIONS: WithdrawalOptions = {
  minAmount: 1000, maxAmount: 9_999_999, leftToday: 15_000_000, automaticUpTo: 100_000, currency: 'NGN', needs: [],
};
const BOUNDS = boundsOf(OPTIONS, kobo(25_000_50), true);
const bounds = (more: Partial<Bounds>): Bounds => ({ ...BOUNDS, ...more });

const step = (name: string, minute = 0, detail?: string) => ({
  step: name,
  at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`,
  ...(detail !== undefined && { detail }),
});
const withdrawal = (more: Partial<Withdrawal> = {}): Withdrawal => ({
  withdrawalId: 'w1',
  amount: 5000,
  currency: 'NGN',
  state: 'checking',
  bankName: 'Zenith Bank',
  lastFour: '6789',
  accountName: 'OBI NGOZI',
  timeline: [step('asked'), step('held')],
  reason: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  ...more,
});

describe('the conditions that a request agrees to', () => {
  const ending = { walletId: 'w', name: 'Welcome bonus', current: 100, version: 3 };
  const spins = { walletId: 's', name: 'Free spins', current: 0, version: 1, spinsLeft: 50 };
  const options: WithdrawalOptions = { ...OPTIONS, turnover: { left: 10_000, of: 10_000, free: 5_000, waived: null, endsBonuses: [ending] } };
  const consents = (naira: number, unplayedChoice: UnplayedChoice, of: WithdrawalOptions | null = options) =>
    conditionsOf({ amount: kobo(naira * 100), balance: kobo(15_000_00), options: of, unplayedChoice: unplayedChoiceOf(of, unplayedChoice) });

  it('is always what the player has chosen, also for an amount that needs no reason', () => {
    expect(consents(5_000, 'mistake')).toEqual({ unplayed: 'mistake' });
    expect(consents(5_000, '')).toEqual({});
    expect(consents(15_000, 'closing', { ...options, turnover: { left: 0, of: 0, free: 15_000, waived: null, endsBonuses: [] } })).toEqual({ unplayed: 'closing' });
    expect(consents(15_000, 'closing', null)).toEqual({ unplayed: 'closing' });
  });

  it('is which bonuses end, as they were shown: with unplayed money or, of a closing, whatever the amount; and nothing to a platform without such a rule', () => {
    expect(consents(15_000, 'mistake')).toEqual({ unplayed: 'mistake', endsBonuses: [{ walletId: 'w', version: 3 }] });
    const all = { ...options, turnover: { left: 0, of: 0, free: 15_000, waived: null, endsBonuses: [], closingEnds: [ending, spins] } };
    const closing = { unplayed: 'closing', endsBonuses: [{ walletId: 'w', version: 3 }, { walletId: 's', version: 1 }] };
    expect(consents(5_000, 'closing', all)).toEqual(closing);
    expect(consents(15_000, 'closing', OPTIONS)).toEqual({});
  });
});

describe('the amount of a withdrawal', () => {
  it('is all of a small deposit that was made by mistake, once that is said', () => {
    const small: WithdrawalOptions = { ...OPTIONS, turnover: { left: 500, of: 500, free: 0, minUnplayed: 500, waived: null, endsBonuses: [] } };
    const turnover = turnoverOf(small);
    const unasked = boundsOf(small, kobo(500_00), true, lockedAmount(turnover, ''));
    expect(readAmount('500', unasked)).toMatchObject({ ok: false });
    expect(blockReasonOf(unasked)).not.toBeNull();
    const boundsOfRequest = boundsOf(small, kobo(500_00), true, lockedAmount(turnover, 'mistake'), true);
    expect(readAmount('500', boundsOfRequest)).toEqual({ ok: true, kobo: 500_00 });
    expect(maxAmountOf(boundsOfRequest)).toBe(500_00);
    expect(blockReasonOf(boundsOfRequest)).toBeNull();
  });

  it('is what a person types, in kobo, down to the last kobo of the balance', () => {
    expect(readAmount('5,000', BOUNDS)).toEqual({ ok: true, kobo: 500_000 });
    expect(readAmount('25,000.50', BOUNDS)).toEqual({ ok: true, kobo: 2_500_050 });
    expect(readAmount('1000', BOUNDS).ok).toBe(true);
  });

  it.each(['', 'abc', '-5', '5,00', '1.234', '0', '999.99', '25000.51', '9'.repeat(60)])('is refused in words: "%s"', (text) => {
    const read = readAmount(text, BOUNDS);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.error).toMatch(/^[A-Z].*\.$/);
  });

  it('names the bound that it is above: the balance, one withdrawal, or the day', () => {
    expect(readAmount('25001', BOUNDS)).toEqual({ ok: false, error: 'You have ₦25,000.50 to withdraw.' });
    const rich = bounds({ balance: kobo(20_000_000_00) });
    expect(readAmount('9999999.01', rich)).toMatchObject({ error: expect.stringContaining('₦9,999,999') as string });
    expect(readAmount('6000', bounds({ leftToday: kobo(5_000_00) }))).toEqual({ ok: false, error: 'You have ₦5,000 left of your daily limit.' });
    expect(readAmount('6000', bounds({ leftToday: kobo(0) }))).toMatchObject({ error: expect.stringContaining('midnight') as string });
  });

  it('is not compared with a balance that may have grown since', () => {
    expect(readAmount('26000', bounds({ isBalanceLive: false })).ok).toBe(true);
  });

  it('is left to the platform while nothing is known', () => {
    expect(readAmount('1', boundsOf(null, null, false))).toEqual({ ok: true, kobo: 100 });
  });

  it('has chips below what may be withdrawn, and one for all of it', () => {
    expect(quickAmounts(BOUNDS)).toEqual([500_000, 1_000_000, 2_000_000]);
    expect(maxAmountOf(BOUNDS)).toBe(2_500_050);
    expect(maxAmountOf(bounds({ leftToday: kobo(3_000_00) }))).toBe(300_000);
    expect(quickAmounts(bounds({ leftToday: kobo(3_000_00) }))).toEqual([200_000]);
    expect(maxAmountOf(bounds({ balance: kobo(999_99) }))).toBeNull();
    expect(quickAmounts(bounds({ balance: null }))).toEqual([]);
  });

  it('is written back the way it can be read again', () => {
    for (const amount of [...quickAmounts(BOUNDS), kobo(25_000_50)]) {
      expect(readAmount(amountText(amount), BOUNDS)).toEqual({ ok: true, kobo: amount });
    }
  });

  it('says beforehand when nothing can be withdrawn, and only when that is certain', () => {
    expect(blockReasonOf(BOUNDS)).toBeNull();
    expect(blockReasonOf(bounds({ balance: kobo(999_99) }))).toContain('₦1,000');
    expect(blockReasonOf(bounds({ balance: kobo(999_99), isBalanceLive: false }))).toBeNull();
    expect(blockReasonOf(bounds({ leftToday: kobo(0) }))).toContain('midnight');
  });

  it('is checked by people above what rules may decide, and by rules up to exactly that', () => {
    expect(checkedBy(kobo(100_000_00), OPTIONS)).toBe('rules');
    expect(checkedBy(kobo(100_000_01), OPTIONS)).toBe('people');
    expect(checkedBy(kobo(1_000_00), { ...OPTIONS, automaticUpTo: 0 })).toBe('people');
    expect(checkedBy(kobo(1_000_00), null)).toBeNull();
  });
});

describe('a new account', () => {
  const bank = bankById('guaranty-trust-bank');

  it('is a bank of the list and ten digits, however they are spaced', () => {
    expect(digitsOf(' 0123 456-789 ')).toBe('0123456789');
    expect(accountErrors({ bank, number: '0108 024 071' })).toEqual({});
    expect(Object.keys(accountErrors({ bank: null, number: '012345678' }))).toEqual(['bankCode', 'accountNumber']);
    expect(accountErrors({ bank, number: '0108024O71' })).toHaveProperty('accountNumber');
  });

  it('warns of a check digit that does not fit the bank, and never about a wallet', () => {
    expect(nubanWarning({ bank, number: '0108024071' })).toBeNull();
    expect(nubanWarning({ bank, number: '0108024072' })).toContain('Guaranty Trust Bank');
    expect(nubanWarning({ bank, number: '010802407' })).toBeNull();
    const wallet = banks.find(({ nuban }) => nuban === null) ?? null;
    expect(nubanWarning({ bank: wallet, number: '8031234567' })).toBeNull();
    expect(nubanWarning({ bank: null, number: '0108024072' })).toBeNull();
  });

  it('can be at every bank of the list, as far as the contract goes', () => {
    for (const { code, name } of banks) {
      expect(addBankAccount.body.safeParse({ bankCode: code, accountNumber: '0123456789' }).success, name).toBe(true);
    }
  });
});

describe('the list of banks', () => {
  it('shows those that most people have before anything is typed, by kind', () => {
    const groups = bankGroups('  ');
    expect(groups.map(({ title }) => title)).toEqual(['Banks', 'Payment service banks', 'Mobile money']);
    expect(groups.flatMap((group) => group.banks)).toEqual(mainBanks);
  });

  it('finds the others by typing, with a slip of the finger, and never more than a list can hold', () => {
    expect(bankGroups('zenth')[0]?.banks[0]?.name).toBe('Zenith Bank');
    expect(bankGroups('9japay')[0]?.banks[0]?.id).toBe('9japay-microfinance-bank');
    expect(bankGroups('058')[0]?.banks[0]?.id).toBe('guaranty-trust-bank');
    expect(bankGroups('microfinance')[0]?.banks.length).toBe(30);
    expect(bankGroups('no such bank at all')[0]?.banks).toEqual([]);
  });

  it('is walked through by the arrow keys, round its ends', () => {
    expect([stepTo(-1, 3, 1), stepTo(0, 3, 1), stepTo(2, 3, 1)]).toEqual([0, 1, 0]);
    expect([stepTo(-1, 3, -1), stepTo(0, 3, -1)]).toEqual([2, 2]);
    expect(stepTo(0, 0, 1)).toBe(-1);
  });
});

describe('the stage of a withdrawal', () => {
  it('is “rules”, or “people” once it was given to the team', () => {
    const stage = (each: Withdrawal) => stageOf(each, Date.parse(each.createdAt));
    expect(stage(withdrawal())).toBe('rules');
    expect(stage(withdrawal({ timeline: [step('asked'), step('held'), step('review', 1)] }))).toBe('people');
    expect(stage(withdrawal({ state: 'sending', timeline: [step('review')] }))).toBe('sending');
  });

  it('is “paused” while payouts are held, for a day at most, and no more once it was sent', () => {
    const held = withdrawal({ timeline: [step('asked'), step('held'), step('paused', 1)] });
    const from = Date.parse(step('paused', 1).at);
    expect([from, from + DAY_MS - 1, from + DAY_MS].map((now) => stageOf(held, now))).toEqual(['paused', 'paused', 'rules']);
    const released = withdrawal({ state: 'sending', timeline: [step('paused', 1)] });
    expect(stageOf(released, from)).toBe('paused');
    expect(stageOf({ ...released, timeline: [...released.timeline, step('sent', 2)] }, from)).toBe('sending');
    expect(stageOf({ ...held, state: 'refused' }, from)).toBe('refused');
  });

  it('shows the coming steps, the first of them as the awaited one', () => {
    const rows = timelineOf(withdrawal());
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'now', 'next', 'next']);
    expect(rows.slice(2).every(({ at }) => at === null)).toBe(true);
    const people = timelineOf(withdrawal({ timeline: [step('asked'), step('held'), step('review', 1)] }));
    expect(people.find(({ state }) => state === 'now')?.label).toBe('Our team checks it');
  });

  it('does not wait for a step that was passed over', () => {
    const rows = timelineOf(withdrawal({ state: 'sending', timeline: [step('asked'), step('held'), step('checked'), step('sent')] }));
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'now']);
  });

  it('shows the steps of an ended one: what went wrong, that the money is back, and none to come', () => {
    const reason = 'The name does not fit.';
    const timeline = [step('asked'), step('held'), step('refused', 5, reason), step('returned', 5)];
    const rows = timelineOf(withdrawal({ state: 'refused', reason, timeline }));
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'bad', 'done']);
    expect(rows.some(({ detail }) => detail !== undefined), 'the reason stands above, once').toBe(false);
  });

  it('keeps a step that a newer platform added under its own name', () => {
    expect(timelineOf(withdrawal({ timeline: [step('screened')] }))[0]?.label).toBe('screened');
    expect(timelineOf(withdrawal({ timeline: [step('constructor')] }))[0]?.label).toBe('constructor');
  });
});

describe('the list of withdrawals', () => {
  const paid = withdrawal({ state: 'paid', updatedAt: '2026-11-21T10:05:00.000Z' });

  it('never takes a state back for a late answer', () => {
    expect(newerOf(paid, withdrawal({ updatedAt: '2026-11-21T10:09:00.000Z' }))).toBe(paid);
    const sending = withdrawal({ state: 'sending' });
    expect(newerOf(sending, withdrawal({ updatedAt: '2026-11-21T10:09:00.000Z' }))).toBe(sending);
    expect(newerOf(sending, paid)).toBe(paid);
    expect(newerOf(undefined, paid)).toBe(paid);
  });

  it('takes the longer timeline of one that is still in the same state', () => {
    const reviewed = withdrawal({ timeline: [...withdrawal().timeline, step('review', 1)] });
    expect(newerOf(withdrawal(), reviewed)).toBe(reviewed);
    expect(newerOf(reviewed, withdrawal())).toBe(reviewed);
  });

  it('keeps newer answers when an older stored list comes in, newest first', () => {
    const state = withdrawals(NO_WITHDRAWALS, { type: 'updated', item: paid });
    const older = withdrawal({ withdrawalId: 'w0', createdAt: '2026-11-20T10:00:00.000Z' });
    const stored = withdrawals(state, { type: 'stored', items: [older, withdrawal()], savedAt: 5 });
    expect(stored).toMatchObject({ isListed: true, savedAt: 5, items: [{ withdrawalId: 'w1', state: 'paid' }, { withdrawalId: 'w0' }] });
    const listed = withdrawals(stored, { type: 'listed', items: [withdrawal()], savedAt: null });
    expect(withdrawals(listed, { type: 'cut', answeredAt: 7 }).savedAt).toBe(7);
    expect(listed).toMatchObject({ savedAt: null, items: [{ state: 'paid' }, {}] });
    expect(withdrawals(listed, { type: 'stored', items: [], savedAt: 9 })).toBe(listed);
  });

  it('stays when loading it again fails, and ignores a canceled call', () => {
    const listed = withdrawals(NO_WITHDRAWALS, { type: 'listed', items: [withdrawal()], savedAt: null });
    expect(withdrawals(listed, { type: 'failed', error: failure('network').error }).items).toHaveLength(1);
    expect(withdrawals(listed, { type: 'failed', error: failure('canceled').error })).toBe(listed);
  });

  it('puts those in progress on top, and the one that the page was opened for before them', () => {
    const open = withdrawal({ withdrawalId: 'w2', state: 'sending' });
    const refused = withdrawal({ withdrawalId: 'w3', state: 'refused' });
    const { top, rest } = splitWithdrawals([open, paid, refused], 'w1');
    expect(top.map(({ withdrawalId }) => withdrawalId)).toEqual(['w1', 'w2']);
    expect(rest.map(({ withdrawalId }) => withdrawalId)).toEqual(['w3']);
  });
});
