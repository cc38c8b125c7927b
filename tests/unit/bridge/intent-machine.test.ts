import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import { isFinal, type IntentRecord } from '../../../src/core/intent';
import { createMachine, judgeSend } from '../../../src/bridge/money/intent-machine';
import { DRAFT, NEVER_SEEN, RUNNING, done, machineOn, play, refusal, success } from './intent-machine-support';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an intent', () => {
  it.each(['draft', 'sending'] as const)('that a closed page left as %s is unknown as soon as another page takes it over', async (state) => {
    let current = true;
    const setup = machineOn([], [failure('network')], { isCurrent: () => current });
    const settling = setup.machine.settle({ ...DRAFT, state, sentAt: 1_000_000 }, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(setup.saved).toMatchObject([{ key: DRAFT.key, state: 'unknown' }]);
    current = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await settling).toMatchObject({ state: 'unknown' });
    expect(setup.sentKeys).toEqual([]);
  });

  it('is written down as sending before it is sent, and confirmed by the answer', async () => {
    const setup = machineOn([success({ win: 5 })], []);
    expect(await play(setup)).toMatchObject({ state: 'confirmed', answer: { win: 5 }, sentAt: 1_000_000 });
    expect(setup.states()).toEqual(['sending', 'confirmed']);
  });

  it('is refused by the platform’s own refusal, with its words', async () => {
    const setup = machineOn([refusal(422, 'insufficient-funds')], []);
    expect(await play(setup)).toMatchObject({ state: 'refused', refusal: { because: 'platform', problem: { code: 'insufficient-funds' } } });
    expect(setup.askCount()).toBe(0);
  });

  it.each([
    ['no answer', failure('network')],
    ['a deadline that passed', failure('timeout')],
    ['an answer that broke off', failure('aborted')],
    ['a captive portal', failure('bad-response', { captivePortal: true })],
    ['an answer that does not fit', failure('bad-response', { status: 200 })],
    ['a failure of the platform', refusal(503, 'money-unavailable')],
    ['a key that is being worked on', refusal(409, 'key-running')],
    ['a refusal before the key was looked at', refusal(429, 'too-many-requests')],
    ['a refusal that is not the platform’s', failure('bad-request', { status: 403 })],
    ['another system’s 403 with a code', failure('bad-request', { status: 403, problem: { title: '', status: 403, code: '1020' } })],
    ['another system’s 401 with a code', failure('bad-request', { status: 401, problem: { title: '', status: 401, code: 'AUTH' } })],
  ])('is unknown after %s, and what became of it is asked', async (_, answer) => {
    expect(judgeSend(DRAFT, answer)).toMatchObject({ isKnown: false });
    const setup = machineOn([answer], [RUNNING, done(201, { win: 7 })]);
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await playing).toMatchObject({ state: 'confirmed', answer: { win: 7 } });
    expect(setup.states()).toEqual(['sending', 'unknown', 'confirmed']);
    expect(setup.sentKeys).toHaveLength(1);
  });

  it('is refused when the platform remembers a refusal', async () => {
    const stored = done(422, { title: 'No', status: 422, code: 'insufficient-funds' });
    expect(await play(machineOn([failure('timeout')], [stored]))).toMatchObject({
      state: 'refused', refusal: { because: 'platform', problem: { code: 'insufficient-funds' } },
    });
  });
});

describe('asking', () => {
  it('stops while the page is hidden and continues afterwards; the intent is sent twice at most', async () => {
    let isVisible = true;
    const setup = machineOn([failure('network')], [NEVER_SEEN], { isVisible: () => isVisible });
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(3_000);
    isVisible = false;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const left = await playing;
    expect(left.state).toBe('unknown');
    const askCount = setup.askCount();
    expect(await setup.machine.settle(left, true)).toMatchObject({ state: 'unknown' });
    expect(setup.askCount()).toBe(askCount);
    isVisible = true;
    expect(await setup.machine.settle(left, true)).toMatchObject({ state: 'refused', refusal: { because: 'not-sent' } });
    expect(setup.sentKeys).toHaveLength(2);
  });

  it('never ends, comes every second at first and every minute later, or as often as the platform says', async () => {
    const setup = machineOn([failure('timeout')], [failure('network')]);
    void play(setup);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(setup.askCount()).toBe(3);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(setup.askCount()).toBeGreaterThan(55);
    expect(setup.askCount()).toBeLessThan(70);
  });

  it('waits as long as the platform says', async () => {
    const busy = failure('bad-request', { status: 429, retryAfterMs: 30_000 });
    const setup = machineOn([failure('timeout')], [busy, done(201, {})]);
    void play(setup);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(setup.askCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(setup.askCount()).toBe(2);
  });

  it('ends without a verdict when the player is not signed in any more', async () => {
    let isSignedIn = true;
    const setup = machineOn([failure('timeout')], [failure('network')], { isCurrent: () => isSignedIn });
    const playing = play(setup);
    await vi.advanceTimersByTimeAsync(1_500);
    isSignedIn = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await playing).toMatchObject({ state: 'unknown' });
  });

  it('stops when the session is over, and a new sign-in takes it up', async () => {
    let isSignedInAnew = false;
    const setup = machineOn([failure('timeout')], [refusal(401, 'session-ended'), done(201, { win: 1 })], {
      // The page ends the session as the first question is refused.
      isCurrent: () => isSignedInAnew || setup.askCount() === 0,
    });
    const stopped = await play(setup);
    expect(stopped).toMatchObject({ state: 'unknown' });
    expect(setup.askCount()).toBe(1);
    isSignedInAnew = true;
    expect(await setup.machine.settle(stopped, false)).toMatchObject({ state: 'confirmed' });
  });
});

describe('whatever the network does', () => {
  /** A platform that keeps its first answer to a key, behind a network that loses, delays and doubles. */
  function world(plan: readonly number[]) {
    const effects: string[] = [];
    let step = 0;
    const chance = () => plan[step++ % plan.length] ?? 0;
    let storedAnswer: { status: number; body: unknown } | null = null;
    const arrive = (key: string, refuses: boolean) => {
      if (storedAnswer) return;
      if (!refuses) effects.push(key);
      storedAnswer = refuses ? { status: 422, body: { title: 'No', status: 422, code: 'insufficient-funds' } } : { status: 201, body: { win: 1 } };
    };
    const refuses = chance() % 5 === 0;
    const saved: IntentRecord[] = [];
    const machine = createMachine<IntentRecord>({
      save: async (intent) => void saved.push(intent),
      send: async ({ key }) => {
        const fate = chance() % 6;
        if (fate === 0) return failure('network');
        if (fate === 1) {
          setTimeout(() => arrive(key, refuses), [15_000, 100_000, 20 * 60_000][chance() % 3]);
          return failure('timeout');
        }
        arrive(key, refuses);
        if (fate === 2) arrive(key, refuses);
        if (fate === 3) return failure('aborted');
        if (fate === 4) return refusal(409, 'key-running');
        return refuses ? refusal(422, 'insufficient-funds') : success({ win: 1 });
      },
      ask: async () => {
        const fate = chance() % 4;
        if (fate === 0) return failure('network');
        if (fate === 1) return failure('bad-response', { captivePortal: true });
        return storedAnswer ? done(storedAnswer.status, storedAnswer.body) : NEVER_SEEN;
      },
      close: async () => {
        const fate = chance() % 4;
        if (fate === 0) return failure('network');
        storedAnswer ??= { status: 409, body: { title: 'Called off', status: 409, code: 'key-closed' } };
        return fate === 1 ? failure('timeout') : done(storedAnswer.status, storedAnswer.body);
      },
      parseAnswer: (_, body) => body,
      isCurrent: () => true,
      isVisible: () => true,
      now: Date.now,
      platformNow: () => null,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    return { machine, effects, saved, keptStatus: () => storedAnswer?.status };
  }

  it('an intent ends as the platform says, with one effect at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(100), { minLength: 3, maxLength: 30 }), async (plan) => {
        fc.pre(plan.some((fate) => fate % 4 >= 2));
        const run = world(plan);
        const playing = (async () => {
          const sent = await run.machine.send(DRAFT);
          return isFinal(sent) ? sent : run.machine.settle(sent, true);
        })();
        let ended: IntentRecord | undefined;
        void playing.then((intent) => (ended = intent));
        await vi.advanceTimersByTimeAsync(60 * 60_000);
        expect(run.effects.length).toBeLessThanOrEqual(1);
        // A network may let no question through at all. Then the intent stays unknown, which is right.
        if (ended?.state === 'confirmed') expect(run.keptStatus()).toBe(201);
        if (ended?.state === 'refused') expect(run.effects).toEqual([]);
        const finals = run.saved.filter(isFinal);
        expect(finals.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});
