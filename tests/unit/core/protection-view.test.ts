import { describe, expect, it } from 'vitest';
import type { Limit, Protection } from '../../../src/core/contract/protection';
import { kobo } from '../../../src/core/money';
import type { OutboxItem } from '../../../src/core/outbox/item';
import {
  KINDS_OF_DEPOSIT, KINDS_OF_STAKE, afterRound, breakOf, lowestRemainingLimit, usedNow, waitingExclusion, waitingLimits,
} from '../../../src/core/protection-view';
import { endOfExclusion } from '../../../src/core/protection';

const NOW = Date.parse('2026-11-22T09:00:00Z');
const MIDNIGHT = '2026-11-22T23:00:00Z';

const limitOf = (change: Partial<Limit> = {}): Limit => ({
  kind: 'deposit', period: 'day', amount: null, ceiling: null, used: 0, left: null, resetsAt: MIDNIGHT, pending: null, ...change,
});

const item = (kind: string, body: unknown, more: Partial<OutboxItem> = {}): OutboxItem => ({
  id: 1, userId: 'a', kind, slot: kind, key: 'k', body, at: NOW, state: 'waiting', problem: null, ...more,
});
const excluding = (length: string, more: Partial<OutboxItem> = {}) => item('exclude', { length }, more);

describe('a break on this device', () => {
  it('is none where nobody knows of one', () => {
    expect(breakOf('none', null, [])).toBeNull();
    expect(breakOf(undefined, null, [])).toBeNull();
    expect(breakOf('none', null, [item('give-consent', { tag: 'sms' })])).toBeNull();
  });

  it('holds as soon as it waits to be sent, and ends no sooner than if it had been sent at once', () => {
    expect(breakOf('none', null, [excluding('7-days')])).toEqual({ state: 'cool-off', until: endOfExclusion('7-days', NOW), isWaiting: true });
    expect(breakOf(undefined, null, [excluding('permanent')])).toEqual({ state: 'excluded', until: null, isWaiting: true });
  });

  it('holds while it waits although it would have ended by now: the platform has not begun it', () => {
    const longAgo = excluding('24-hours', { at: NOW - 40 * 24 * 3_600_000 });
    expect(breakOf('none', { state: 'none', until: null }, [longAgo])).toMatchObject({ state: 'cool-off', isWaiting: true });
  });

  it('is none once the platform has refused it', () => {
    expect(waitingExclusion([excluding('7-days', { state: 'refused' })])).toBeNull();
  });

  it('has its end where the platform has given one', () => {
    const until = '2026-12-22T09:00:00Z';
    expect(breakOf('cool-off', { state: 'cool-off', until }, [])).toEqual({ state: 'cool-off', until: Date.parse(until), isWaiting: false });
    expect(breakOf('excluded', { state: 'excluded', until: null }, [])).toEqual({ state: 'excluded', until: null, isWaiting: false });
    // The account was heard later than the rest.
    expect(breakOf('excluded', { state: 'none', until: null }, [])).toEqual({ state: 'excluded', until: undefined, isWaiting: false });
  });

  it('that waits is combined with the running one: the stricter state applies until the later end', () => {
    const until = '2026-12-22T09:00:00Z';
    const joined = breakOf('cool-off', { state: 'cool-off', until }, [excluding('1-year')]);
    expect(joined).toEqual({ state: 'excluded', until: endOfExclusion('1-year', NOW), isWaiting: true });
    expect(breakOf('cool-off', { state: 'cool-off', until }, [excluding('24-hours')])?.until).toBe(Date.parse(until));
    expect(breakOf('excluded', { state: 'excluded', until: null }, [excluding('6-months')])).toMatchObject({ state: 'excluded', until: null });
  });
});

describe('what is left for an amount', () => {
  it('is unlimited where no limit is set', () => {
    expect(lowestRemainingLimit(KINDS_OF_DEPOSIT, [limitOf(), limitOf({ kind: 'stake', amount: 5 })], [], NOW)).toBeNull();
  });

  it('is the remainder of the limit that stops first, whether the player or the operator set it', () => {
    const limits = [
      limitOf({ amount: 5_000, used: 1_500 }),
      limitOf({ period: 'week', amount: 9_000, used: 6_500 }),
      limitOf({ period: 'month', ceiling: 100_000, used: 6_500 }),
    ];
    expect(lowestRemainingLimit(KINDS_OF_DEPOSIT, limits, [], NOW)).toEqual({
      kind: 'deposit', period: 'week', limit: kobo(900_000), remaining: kobo(250_000), isCeiling: false,
    });
    const most = lowestRemainingLimit(KINDS_OF_DEPOSIT, [limitOf({ amount: 5_000, ceiling: 3_000, used: 1_000 })], [], NOW);
    expect(most).toMatchObject({ remaining: 200_000, isCeiling: true });
  });

  it('counts a lower limit that waits on this device, and no higher one', () => {
    const lowered = waitingLimits([item('lower-limit', { kind: 'deposit', period: 'day', amount: 2_000 })]);
    const most = lowestRemainingLimit(KINDS_OF_DEPOSIT, [limitOf({ amount: 5_000, used: 1_500 })], lowered, NOW);
    expect(most).toMatchObject({ limit: 200_000, remaining: 50_000 });
    expect(lowestRemainingLimit(KINDS_OF_DEPOSIT, [limitOf({ amount: 1_000, used: 0 })], lowered, NOW)).toMatchObject({ limit: 100_000 });
  });

  it('is never below zero, and whole again when the period is over', () => {
    const spent = limitOf({ amount: 1_000, used: 4_000 });
    expect(lowestRemainingLimit(KINDS_OF_DEPOSIT, [spent], [], NOW)?.remaining).toBe(0);
    expect(lowestRemainingLimit(KINDS_OF_DEPOSIT, [spent], [], Date.parse(MIDNIGHT))?.remaining).toBe(100_000);
    expect(usedNow(spent, Date.parse(MIDNIGHT) - 1)).toBe(400_000);
  });

  it('counts the loss limit for a stake, too, and winnings raise its remainder', () => {
    const limits = [limitOf({ kind: 'stake', amount: 5_000, used: 1_000 }), limitOf({ kind: 'loss', amount: 1_000, used: -200.5 })];
    expect(lowestRemainingLimit(KINDS_OF_STAKE, limits, [], NOW)).toMatchObject({ kind: 'loss', remaining: 120_050 });
  });
});

describe('a round that was shown', () => {
  const before: Protection = {
    state: 'none', since: null, until: null, currency: 'NGN',
    limits: [limitOf({ kind: 'stake', amount: 100, used: 99.9, left: 0.1 }), limitOf({ kind: 'loss', amount: 50, ceiling: 40, used: 10.1, left: 29.9 }), limitOf({ amount: 7, left: 7 })],
    realityCheck: { minutes: 60, pending: null },
    play: { startedAt: '2026-11-22T08:00:00Z', dueAt: '2026-11-22T09:00:00Z', staked: 0.1, won: 0, rounds: 1 },
    netDeposits: 0, played: { day: 0, week: 0, month: 0, ever: 0 }, offered: true, at: '2026-11-22T08:30:00Z',
  };

  it('is counted to the kobo until the platform’s own figures come', () => {
    const after = afterRound(before, 0.2, 5);
    expect(after.limits.map(({ used, left }) => [used, left])).toEqual([[100.1, 0], [5.3, 34.7], [0, 7]]);
    expect(after.play).toMatchObject({ staked: 0.3, won: 5, rounds: 2, dueAt: '2026-11-22T09:00:00Z' });
  });
});
