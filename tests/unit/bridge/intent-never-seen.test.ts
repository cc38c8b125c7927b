import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import type { IntentRecord } from '../../../src/core/intent';
import { CLOSED, DRAFT, NEVER_SEEN, NOT_SENT_AFTER_MS, RUNNING, done, machineOn, play, refusal, success } from './intent-machine-support';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a key that the platform has never seen', () => {
  it('is sent once more with the same key by the page that made the intent', async () => {
    const setup = machineOn([failure('network'), success({ win: 1 })], [NEVER_SEEN]);
    expect(await play(setup)).toMatchObject({ state: 'confirmed' });
    expect(setup.sentKeys).toEqual([DRAFT.key, DRAFT.key]);
  });

  it('is sent once more and not a third time; then, in time, it counts as not sent', async () => {
    const setup = machineOn([failure('network')], [NEVER_SEEN]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(2 * NOT_SENT_AFTER_MS);
    expect(await playing).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    expect(setup.sentKeys).toHaveLength(2);
  });

  it('is not sent when the connection comes back minutes after the press', async () => {
    const offline = Array.from({ length: 6 }, () => failure('network'));
    const setup = machineOn([failure('network'), success({ win: 1 })], [...offline, NEVER_SEEN]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(2 * NOT_SENT_AFTER_MS);
    expect(await playing).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    expect(setup.sentKeys).toHaveLength(1);
  });

  it('is closed at the platform before it counts as not sent, because a network may deliver the request even later', async () => {
    const setup = machineOn([failure('network')], [NEVER_SEEN], { closes: [failure('network'), refusal(409, 'key-running'), CLOSED] });
    const playing = play(setup, false);
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS - 1);
    expect(setup.closeCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await playing).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    expect(setup.closeCount()).toBe(3);
  });

  it('ends as the platform says where the request came just before the key was closed', async () => {
    for (const [stored, end] of [[done(201, { win: 3 }), { state: 'confirmed', answer: { win: 3 } }], [RUNNING, { state: 'unknown' }]] as const) {
      const setup = machineOn([failure('network')], [NEVER_SEEN], { closes: [stored] });
      void play(setup, false);
      await vi.advanceTimersByTimeAsync(2 * NOT_SENT_AFTER_MS);
      expect(setup.saved.at(-1)).toMatchObject(end);
    }
  });

  it('counts as not sent after a minute on a platform that can’t close a key', async () => {
    const setup = machineOn([failure('network')], [NEVER_SEEN], { closes: null });
    const playing = play(setup, false);
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS);
    expect(await playing).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
  });

  it('that another page has closed counts as not sent', async () => {
    const setup = machineOn([failure('network')], [CLOSED]);
    expect(await play(setup, false)).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    expect(setup.closeCount()).toBe(0);
  });

  it('is not called unsent while the request may still arrive', async () => {
    const setup = machineOn([failure('timeout')], [NEVER_SEEN, NEVER_SEEN, NEVER_SEEN, done(201, { win: 3 })]);
    const playing = play(setup, false);
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS - 1);
    expect(await playing).toMatchObject({ state: 'confirmed', answer: { win: 3 } });
  });

  it('after a reload is not sent by itself, and is called unsent at once where both clocks say that it was long ago', async () => {
    const setup = machineOn([], [NEVER_SEEN], { platformNow: () => 5_000_000 });
    const long = { sentAt: 1_000_000 - NOT_SENT_AFTER_MS, sentAtPlatform: 5_000_000 - NOT_SENT_AFTER_MS };
    const settling = setup.machine.settle({ ...DRAFT, state: 'unknown', ...long }, false);
    expect(await settling).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    expect(setup.sentKeys).toEqual([]);
  });

  describe('with a phone whose date was set between the press and the next start of the app', () => {
    const DAYS_MS = 3 * 24 * 60 * 60_000;
    const OFF = [['three days ahead', DAYS_MS], ['three days behind', -DAYS_MS], ['five minutes behind', -300_000]] as const;
    /** Pressed ten seconds ago. */
    const PRESSED = 1_000_000 - 10_000;

    it.each(OFF)('%s, is checking for a minute, in which the request may arrive', async (_, offMs) => {
      for (const [platformMs, sentAtPlatform] of [[null, undefined], [5_010_000, 5_000_000], [5_010_000, undefined]] as const) {
        vi.setSystemTime(1_000_000);
        const setup = machineOn([], [...Array.from({ length: 6 }, () => NEVER_SEEN), done(201, { win: 3 })], { platformNow: () => platformMs });
        const at = PRESSED + offMs;
        const intent: IntentRecord = { ...DRAFT, state: 'unknown', at, sentAt: at, ...(sentAtPlatform !== undefined && { sentAtPlatform }) };
        const settling = setup.machine.settle(intent, false);
        await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS);
        expect(await settling).toMatchObject({ state: 'confirmed' });
      }
    });

    it.each(OFF)('%s, is called unsent within a minute, not in three days', async (_, offMs) => {
      const setup = machineOn([], [NEVER_SEEN]);
      let ended: IntentRecord | null = null;
      const at = PRESSED + offMs;
      void setup.machine.settle({ ...DRAFT, state: 'unknown', at, sentAt: at }, false).then((intent) => (ended = intent));
      await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS - 1);
      expect(ended).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    });
  });

  it('after a refusal that proved nothing is sent once more, when the platform says', async () => {
    const early = failure('bad-request', { status: 429, problem: { title: 'early', status: 429, code: 'cycle-too-short' }, retryAfterMs: 3_000 });
    const setup = machineOn([early, success({ win: 4 })], [NEVER_SEEN]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(setup.sentKeys).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await playing).toMatchObject({ state: 'confirmed', answer: { win: 4 } });
    expect(setup.sentKeys).toEqual([DRAFT.key, DRAFT.key]);
  });

  it('is refused with the words of such a refusal only when no copy of the request can come any more', async () => {
    const setup = machineOn([refusal(429, 'cycle-too-short')], [NEVER_SEEN]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS - 1);
    expect(setup.states().at(-1)).toBe('unknown');
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS);
    expect(await playing).toMatchObject({ state: 'refused', refusal: { problem: { code: 'cycle-too-short' } } });
    expect(setup.sentKeys).toHaveLength(2);
  });

  const BEFORE_THE_KEY = [[401, 'session-ended'], [401, 'password-needed'], [403, 'forbidden'], [451, 'not-here'], [422, 'invalid']] as const;

  it.each(BEFORE_THE_KEY)('and sent once more is not ended by a refusal of the second copy (%d %s), because the first may have passed', async (status, code) => {
    const setup = machineOn([failure('timeout'), refusal(status, code)], [NEVER_SEEN, RUNNING, done(201, { win: 6 })]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await playing).toMatchObject({ state: 'confirmed', answer: { win: 6 } });
    expect(setup.sentKeys).toHaveLength(2);
  });

  it.each([[401, 'password-needed'], [451, 'place-not-served']])('and refused before it was looked at (%d %s) is closed, so that a late copy moves nothing', async (status, code) => {
    const setup = machineOn([refusal(status, code)], []);
    expect(await play(setup)).toMatchObject({ state: 'refused', refusal: { because: 'platform', problem: { code } } });
    expect(setup.closeCount()).toBe(1);
    expect(setup.states()).toEqual(['sending', 'refused']);
  });

  it('and refused before it was looked at stays unknown while it can’t be closed, and keeps the words of its refusal', async () => {
    const setup = machineOn([refusal(401, 'password-needed')], [NEVER_SEEN], { closes: [failure('network'), CLOSED] });
    const playing = play(setup, false);
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS - 1);
    expect(setup.states().at(-1)).toBe('unknown');
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS);
    expect(await playing).toMatchObject({ state: 'refused', refusal: { problem: { code: 'password-needed' } } });
  });

  it('and refused before it was looked at is confirmed where another copy had passed', async () => {
    const setup = machineOn([refusal(401, 'password-needed')], [], { closes: [done(201, { win: 2 })] });
    expect(await play(setup)).toMatchObject({ state: 'confirmed', answer: { win: 2 } });
  });

  it('is not closed where the session has ended, because no copy can pass with it', async () => {
    const setup = machineOn([refusal(401, 'session-ended')], []);
    expect(await play(setup)).toMatchObject({ state: 'refused' });
    expect(setup.closeCount()).toBe(0);
  });

  it('and whose second copy was refused is refused with its words once no copy can come any more', async () => {
    const setup = machineOn([failure('timeout'), refusal(401, 'password-needed')], [NEVER_SEEN]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS - 1);
    expect(setup.states().at(-1)).toBe('unknown');
    await vi.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS);
    expect(await playing).toMatchObject({ state: 'refused', refusal: { problem: { code: 'password-needed' } } });
    expect(setup.sentKeys).toHaveLength(2);
  });

  it('is confirmed when a copy comes and passes after such a refusal', async () => {
    const setup = machineOn([refusal(503, 'money-unavailable')], [NEVER_SEEN, NEVER_SEEN, done(201, { win: 9 })]);
    const playing = play(setup, false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await playing).toMatchObject({ state: 'confirmed', answer: { win: 9 } });
  });

  it('counts only by the platform’s own 404, and not by a bare one of a network', async () => {
    const setup = machineOn([failure('timeout')], [failure('bad-request', { status: 404 }), done(201, {})]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await playing).toMatchObject({ state: 'confirmed' });
    expect(setup.sentKeys).toHaveLength(1);
  });
});
