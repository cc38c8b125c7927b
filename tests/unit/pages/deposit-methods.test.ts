import { describe, expect, it } from 'vitest';
import { CLAIM_OPEN_MS, isClaimOpen, isUnderWay } from '../../../src/core/deposit-claim';
import { entryOf } from '../../../src/core/words/is-key-of';
import type { Deposit } from '../../../src/core/contract/cashier';
import { kobo } from '../../../src/core/money';
import { clockFigures, spanWords } from '../../../src/pages/deposit/time-left';
import { UNKNOWN_OPTIONS, optionOf, readOptions } from '../../../src/pages/deposit/options';
import { REPEAT_WINDOW_MS, agoWords, findEqualDeposit } from '../../../src/pages/deposit/equal-deposit';
import { dialUrl, simulatorUrl } from '../../../src/pages/deposit/payment-urls';
import { endOf, stageOf, timelineOf } from '../../../src/pages/deposit/stage';
import { repeatWords } from '../../../src/pages/deposit/repeat-words';
import { words } from '../../../src/pages/deposit/words';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-21T10:00:00.000Z');
const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();
const step = (name: string, minute = 0) => ({ step: name, at: at(minute) });
const ACCOUNT = { type: 'account', bankName: 'Simulator Bank', accountNumber: '9912345678', accountName: 'Ayo deposit' } as const;
const CODE = { type: 'ussd', code: '*737*000*12345678#', bankName: 'Guaranty Trust Bank' } as const;
const deposit = (more: Partial<Deposit> = {}): Deposit => ({
  depositId: 'd1', method: 'bank-transfer', amount: 5000, currency: 'NGN', state: 'pending', next: ACCOUNT,
  timeline: [step('asked'), step('account-given')], createdAt: at(0), updatedAt: at(0), expiresAt: at(30), ...more,
});

describe('a deposit by bank transfer or USSD', () => {
  it('waits for the player until the time to pay is over, and then does not ask them to pay any more', () => {
    expect(stageOf(deposit())).toBe('transfer');
    expect(stageOf(deposit({ next: CODE }))).toBe('dial');
    for (const next of [ACCOUNT, CODE, { type: 'redirect', url: 'https://pay.example' }] as const) {
      expect(stageOf(deposit({ next }), { isOver: true })).toBe('overdue');
    }
    expect(stageOf(deposit({ state: 'success', next: null }), { isOver: true })).toBe('success');
  });

  it('shows its own steps, also when the platform no longer gives the next step', () => {
    const states = (more: Partial<Deposit>) => timelineOf(deposit(more)).map(({ label, state }) => `${state}: ${label}`);
    expect(states({})).toEqual([
      'done: You asked for it', 'done: Gave you an account to pay to', 'now: Your transfer arrives', 'next: It is on your balance',
    ]);
    const dialled = { next: null, timeline: [step('asked'), step('code-given'), step('checked', 2)] };
    expect(states(dialled)).toEqual([
      'done: You asked for it', 'done: Gave you a code to dial', 'done: Payment service confirmed it', 'now: It is on your balance',
    ]);
  });

  it('shows no step for the player once it can’t be paid any more, or was paid', () => {
    const ahead = timelineOf(deposit({ next: CODE, timeline: [step('asked'), step('code-given'), step('claimed', 2)] }), false);
    expect(ahead.at(-2)).toMatchObject({ state: 'now', label: 'The payment service confirms it' });
  });

  it('can be paid until the moment the platform named, and no longer than it is under way', () => {
    expect(endOf(deposit())).toBe(START + 30 * MINUTE_MS);
    expect(endOf(deposit({ state: 'expired' }))).toBeNull();
    expect(endOf({ state: 'pending' })).toBeNull();
    expect(endOf({ state: 'pending', expiresAt: 'soon' })).toBeNull();
  });

  it('is dialled by a link with every character of the code, and nothing but a code is dialled', () => {
    expect(dialUrl(CODE.code)).toBe('tel:*737*000*12345678%23');
    for (const code of ['', '*', 'javascript:alert(1)', '*737# ', '+2348031234567', '*'.repeat(50)]) expect(dialUrl(code), code).toBeNull();
  });

  it('leads to the page on which the payer is played, where there is one', () => {
    expect(simulatorUrl('/api/simulator/pay', CODE.code, 'https://ayo.example/deposit')).toBe(
      'https://ayo.example/api/simulator/pay?to=*737*000*12345678%23',
    );
    expect(simulatorUrl(null, CODE.code, 'https://ayo.example')).toBeNull();
    expect(simulatorUrl('javascript:alert(1)', CODE.code, 'https://ayo.example')).toBeNull();
  });
});

describe('a player’s claim that a deposit was paid', () => {
  const claimed = deposit({ timeline: [...deposit().timeline, step('claimed', 20)] });

  it('is looked into, whether the deposit is pending or has ended, and nobody is told to pay', () => {
    const ended = deposit({ state: 'expired', next: null, timeline: [step('asked'), step('expired', 90), step('claimed', 95)] });
    for (const each of [claimed, ended]) {
      expect(isClaimOpen(each, START + 96 * MINUTE_MS)).toBe(true);
      expect(stageOf(each, { isClaimed: true, isOver: true })).toBe('claimed');
    }
    expect(words.stateTitle.claimed).toContain('Do not pay again');
  });

  it('ends when the payment was found, or after three days without a finding', () => {
    const now = START + 100 * MINUTE_MS;
    expect(isClaimOpen(deposit(), now)).toBe(false);
    expect(isClaimOpen({ ...claimed, state: 'success' }, now)).toBe(false);
    expect(isClaimOpen({ ...claimed, state: 'mismatch' }, now)).toBe(false);
    const failed = { ...claimed, state: 'failed' as const, timeline: [...claimed.timeline, step('failed', 30)] };
    expect(isClaimOpen(failed, now)).toBe(false);
    expect(isUnderWay(failed, now)).toBe(false);
    expect(isClaimOpen(claimed, START + 20 * MINUTE_MS + CLAIM_OPEN_MS)).toBe(false);
  });
});

describe('the same deposit again', () => {
  const request = { method: 'bank-transfer', amount: 5000 } as const;
  const now = START + 3 * MINUTE_MS;

  it('is found among what this device knows, the newest of several', () => {
    const older = deposit({ depositId: 'd0', createdAt: at(-2), state: 'success' });
    expect(findEqualDeposit([older, deposit()], request, now)?.depositId).toBe('d1');
    expect(findEqualDeposit([older], request, now)?.depositId).toBe('d0');
  });

  it.each([
    ['another amount', { amount: 5000.01 }], ['another method', { method: 'card' }], ['one that failed', { state: 'failed' }],
    ['one that expired', { state: 'expired' }], ['one that was cancelled', { state: 'cancelled' }],
    ['one of eleven minutes ago', { createdAt: at(-8) }],
  ] as const)('is not %s', (_what, more) => {
    expect(findEqualDeposit([deposit(more)], request, now)).toBeNull();
  });

  it('is asked about for ten minutes, to the millisecond', () => {
    expect(findEqualDeposit([deposit()], request, START + REPEAT_WINDOW_MS - 1)).not.toBeNull();
    expect(findEqualDeposit([deposit()], request, START + REPEAT_WINDOW_MS)).toBeNull();
  });

  it('is asked about in a sentence', () => {
    const sentence = (minute: number) => repeatWords.text('₦5,000', words.by['card'], agoWords(START, START + minute * MINUTE_MS));
    expect(sentence(3)).toBe('You started ₦5,000 by card 3 minutes ago. Pay it again?');
    expect(sentence(1)).toBe('You started ₦5,000 by card a minute ago. Pay it again?');
    expect(sentence(0)).toBe('You started ₦5,000 by card a moment ago. Pay it again?');
    expect(repeatWords.text('₦5,000', entryOf(words.by, 'cash'), 'a moment ago')).toBe('You started ₦5,000 a moment ago. Pay it again?');
  });
});

describe('the time that is left to pay', () => {
  it.each([
    [0, 'less than a minute', '0:00'], [59_999, 'less than a minute', '1:00'], [MINUTE_MS, '1 minute', '1:00'],
    [27.5 * MINUTE_MS, '27 minutes', '27:30'], [60 * MINUTE_MS, '60 minutes', '60:00'], [90 * MINUTE_MS, '90 minutes', ''],
    [120 * MINUTE_MS, '2 hours', ''], [24 * 60 * MINUTE_MS, '24 hours', ''],
  ])('is shown in words and figures: %d ms', (ms, inWords, figures) => {
    expect(spanWords(ms)).toBe(inWords);
    expect(clockFigures(ms)).toBe(figures);
  });

  it('is never a figure below zero', () => {
    expect(clockFigures(-5_000)).toBe('0:00');
  });
});

describe('the ways to pay', () => {
  const item = (method: string, more: object = {}) => ({ method, name: method, minAmount: 100, maxAmount: 50_000, currency: 'NGN' as const, ...more });

  it('are those that the platform and the page both know, always in the same order, each with its limits, banks and time', () => {
    const banks = [{ code: '058', name: 'Guaranty Trust Bank' }];
    const read = readOptions({ items: [item('pigeon'), item('card'), item('ussd', { banks, lifetimeMs: 900_000 }), item('mobile-money')] });
    expect(read.map(({ method }) => method)).toEqual(['mobile-money', 'ussd', 'card']);
    expect(read[1]).toMatchObject({ limits: { min: kobo(100_00), max: kobo(50_000_00) }, banks, lifetimeMs: 900_000, payUrl: null });
    expect(read[2]).toMatchObject({ banks: [], lifetimeMs: null });
  });

  it('are never an empty form, even if the platform names none that the page knows', () => {
    expect(readOptions({ items: [item('pigeon')] })).toBe(UNKNOWN_OPTIONS);
  });

  it('start with the one this player paid with last, until another is chosen', () => {
    const options = readOptions({ items: [item('mobile-money'), item('card')] });
    expect(optionOf(options, '', undefined)?.method).toBe('mobile-money');
    expect(optionOf(options, '', 'card')?.method).toBe('card');
    expect(optionOf(options, 'mobile-money', 'card')?.method).toBe('mobile-money');
    expect(optionOf(options, 'ussd', 'pigeon')?.method).toBe('mobile-money');
  });
});
