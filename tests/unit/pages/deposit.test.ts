import { describe, expect, it } from 'vitest';
import type { Deposit } from '../../../src/core/contract/cashier';
import { failure } from '../../../src/core/errors';
import { kobo } from '../../../src/core/money';
import { amountText, readAmount } from '../../../src/pages/deposit/amount';
import { NO_DEPOSITS, deposits, isLaterThan, newerOf, groupDeposits } from '../../../src/pages/deposit/deposits';
import type { Deposits } from '../../../src/pages/deposit/deposits';
import { paymentUrl } from '../../../src/pages/deposit/payment-urls';
import { stageOf, timelineOf } from '../../../src/pages/deposit/stage';

const NOW = Date.parse('2026-11-21T10:06:00.000Z');
const LIMITS = { min: kobo(100_00), max: kobo(9_999_999_00) };
const step = (name: string, minute = 0, detail?: string) => ({
  step: name,
  at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`,
  ...(detail !== undefined && { detail }),
});
const deposit = (more: Partial<Deposit> = {}): Deposit => ({
  depositId: 'd1',
  method: 'mobile-money',
  amount: 5000,
  currency: 'NGN',
  state: 'pending',
  next: { type: 'redirect', url: 'https://pay.example/x' },
  timeline: [step('asked'), step('redirected')],
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  ...more,
});

describe('a deposit that the stored list can’t have', () => {
  it('is recognised by the platform’s own times, so that its account number is shown although the phone’s clock is hours off', () => {
    const savedAt = Date.parse('2026-11-21T10:00:00.000Z');
    expect(isLaterThan(deposit({ createdAt: '2026-11-21T10:00:00.400Z' }), savedAt)).toBe(true);
    expect(isLaterThan(deposit({ createdAt: '2026-11-21T09:59:59.999Z' }), savedAt)).toBe(false);
  });
});

describe('the amount of a deposit', () => {
  it('is what a person types, in kobo', () => {
    expect(readAmount('5,000', LIMITS)).toEqual({ ok: true, kobo: 500_000 });
    expect(readAmount(' ₦ 250.50 ', LIMITS)).toEqual({ ok: true, kobo: 25_050 });
  });

  it.each(['', 'abc', '-5', '5,00', '1.234', '0', '99', '10000000', '9'.repeat(60)])('is refused in words: "%s"', (text) => {
    const read = readAmount(text, LIMITS);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.error).toMatch(/^[A-Z].*\.$/);
  });

  it('names the limit that it is beyond, and accepts exactly the limit', () => {
    expect(readAmount('99.99', LIMITS)).toEqual({ ok: false, error: 'The smallest deposit is ₦100.' });
    expect(readAmount('9,999,999.01', LIMITS)).toEqual({ ok: false, error: 'The largest deposit is ₦9,999,999.' });
    expect(readAmount('100', LIMITS).ok && readAmount('9,999,999', LIMITS).ok).toBe(true);
  });

  it('is left to the platform while the limits are not known', () => {
    expect(readAmount('1', null)).toEqual({ ok: true, kobo: 100 });
  });

  it('is written back the way it can be read again', () => {
    for (const k of [kobo(500_00), kobo(1_234_567_50), kobo(20_000_00)]) {
      expect(readAmount(amountText(k), LIMITS)).toEqual({ ok: true, kobo: k });
    }
  });
});

describe('the stage of a deposit', () => {
  it('is with the player until they were on the payment page and came back', () => {
    expect(stageOf(deposit())).toBe('pay');
    expect(stageOf(deposit({ timeline: [step('asked'), step('redirected'), step('returned', 2)] }))).toBe('checking');
  });

  it('is “checking” once this browser came back from paying, even if the platform does not know that yet', () => {
    expect(stageOf(deposit(), { cameFromPayment: true })).toBe('checking');
    expect(stageOf(deposit({ state: 'success' }), { cameFromPayment: true })).toBe('success');
  });

  it('is “prompt” or “checking” where there is no payment page', () => {
    expect(stageOf(deposit({ next: { type: 'prompt', text: 'Approve it.' } }))).toBe('prompt');
    expect(stageOf(deposit({ next: null }))).toBe('checking');
  });

  it('is its final state, whatever happened before', () => {
    expect(stageOf(deposit({ state: 'mismatch', timeline: [step('returned')] }))).toBe('mismatch');
  });

  it('shows the coming steps of a deposit in progress, the first of them as the awaited one', () => {
    const rows = timelineOf(deposit());
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'now', 'next', 'next']);
    expect(rows.slice(0, 2).every(({ at }) => at !== null)).toBe(true);
    expect(rows.slice(2).every(({ at }) => at === null)).toBe(true);
  });

  it('does not wait for a step that was passed over', () => {
    const rows = timelineOf(deposit({ timeline: [step('asked'), step('redirected'), step('checked', 3)] }));
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'now']);
  });

  it('shows the steps of an ended deposit, and none to come', () => {
    const rows = timelineOf(deposit({ state: 'failed', timeline: [step('asked'), step('failed', 1, 'Nothing was taken.')] }));
    expect(rows.map(({ state }) => state)).toEqual(['done', 'bad']);
    expect(rows[1]?.detail).toBe('Nothing was taken.');
  });

  it('shows the expired step as a failure only where no money came afterwards', () => {
    const late = [step('asked'), step('account-given'), step('expired', 30), step('held', 40)];
    expect(timelineOf(deposit({ state: 'held', timeline: late })).map(({ state, label }) => [state, label]).slice(2)).toEqual([
      ['past', 'The time to pay ended'], ['done', 'Arrived, and kept safe for you'],
    ]);
    expect(timelineOf(deposit({ state: 'expired', timeline: late.slice(0, 3) }))[2]).toMatchObject({ state: 'bad', label: 'Expired' });
  });

  it('keeps a step that a newer platform added under its own name', () => {
    expect(timelineOf(deposit({ timeline: [step('asked'), step('screened')] }))[1]?.label).toBe('screened');
    expect(timelineOf(deposit({ timeline: [step('constructor')] }))[0]?.label).toBe('constructor');
  });
});

describe('the address of the payment page', () => {
  it('is one that a browser may be sent to', () => {
    const base = 'https://ayo.example/deposit';
    expect(paymentUrl({ type: 'redirect', url: 'https://pay.example/x' }, base)).toBe('https://pay.example/x');
    expect(paymentUrl({ type: 'redirect', url: '/api/simulator/checkout/1' }, base)).toBe(
      'https://ayo.example/api/simulator/checkout/1',
    );
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'intent://pay']) {
      expect(paymentUrl({ type: 'redirect', url }, base), url).toBeNull();
    }
    expect(paymentUrl(null, base)).toBeNull();
  });
});

describe('the list of deposits', () => {
  const paid = deposit({ state: 'success', updatedAt: '2026-11-21T10:05:00.000Z', timeline: [step('asked'), step('credited', 5)] });

  it('never takes a final state back for a late answer', () => {
    expect(newerOf(paid, deposit({ updatedAt: '2026-11-21T10:09:00.000Z' }))).toBe(paid);
    expect(newerOf(deposit(), paid)).toBe(paid);
  });

  it('takes the longer timeline of a deposit that is still under way', () => {
    const returned = deposit({ timeline: [...deposit().timeline, step('returned', 1)] });
    expect(newerOf(deposit(), returned)).toBe(returned);
    expect(newerOf(returned, deposit())).toBe(returned);
  });

  it('keeps the newer answers when an older stored list comes in', () => {
    const state = deposits(NO_DEPOSITS, { type: 'updated', item: paid });
    const listed = deposits(state, { type: 'listed', items: [deposit()], savedAt: 5 });
    expect(listed).toMatchObject({ isListed: true, savedAt: 5, items: [{ state: 'success' }] });
  });

  it('stands newest first', () => {
    const older = deposit({ depositId: 'd0', createdAt: '2026-11-20T10:00:00.000Z' });
    const listed = deposits(NO_DEPOSITS, { type: 'listed', items: [older, deposit()], savedAt: null });
    expect(listed.items.map(({ depositId }) => depositId)).toEqual(['d1', 'd0']);
  });

  it('stays when loading it again fails, and ignores a canceled call', () => {
    const listed = deposits(NO_DEPOSITS, { type: 'listed', items: [deposit()], savedAt: null });
    expect(deposits(listed, { type: 'failed', error: failure('network').error }).items).toHaveLength(1);
    expect(deposits(listed, { type: 'failed', error: failure('canceled').error })).toBe(listed);
  });

  it('puts those in progress on top, and the one that the page was opened for before them', () => {
    const open = deposit({ depositId: 'd2' });
    const failed = deposit({ depositId: 'd3', state: 'failed' });
    const { top, rest } = groupDeposits({ items: [open, paid, failed], followedIds: new Set() }, 'd1', NOW);
    expect(top.map(({ depositId }) => depositId)).toEqual(['d1', 'd2']);
    expect(rest.map(({ depositId }) => depositId)).toEqual(['d3']);
  });

  it('keeps one on top that ends while the page is open, and not one that had ended before', () => {
    const topOf = (state: Deposits) => groupDeposits(state, null, NOW).top.map(({ state: now }) => now);
    const waiting = deposits(NO_DEPOSITS, { type: 'listed', items: [deposit()], savedAt: null });
    expect(topOf(waiting)).toEqual(['pending']);
    expect(topOf(deposits(waiting, { type: 'updated', item: paid }))).toEqual(['success']);
    const ended = deposits(NO_DEPOSITS, { type: 'listed', items: [paid], savedAt: null });
    expect(topOf(ended)).toEqual([]);
    expect(topOf(deposits(ended, { type: 'updated', item: deposit() }))).toEqual([]);
  });
});
