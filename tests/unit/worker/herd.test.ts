import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Callable } from '../../../src/api/callable';
import type { Client } from '../../../src/api/http';
import { getBalance } from '../../../src/core/contract/player';
import { failure } from '../../../src/core/errors';
import type { Result } from '../../../src/core/errors';
import { Poller } from '../../../src/worker/poller';
import { MIN_GAP_MS, POLL_INTERVAL_MS } from '../../../src/worker/schedule';
import { json } from '../api/support';
import { FakePlatform, SESSION, pollerOn, timers } from './support';

const CLIENTS = 1_000;
const MINUTE_MS = 60_000;
// Before the clocks are faked.
const soon = setImmediate;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const busy = (status: number, retryAfter?: string) => () =>
  json({ title: 'busy', status, code: 'unavailable' }, { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) });

/** A clock and its timers: the runner's own are too slow for a thousand. */
class Time {
  now = 0;
  readonly #due = new Set<{ readonly at: number; readonly run: () => void }>();

  readonly after = (ms: number, run: () => void) => {
    const timer = { at: this.now + ms, run };
    this.#due.add(timer);
    return () => this.#due.delete(timer);
  };

  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      // The promises of the last timers settle first, because they may set new timers.
      await new Promise((done) => soon(done));
      let next = Infinity;
      for (const { at } of this.#due) next = Math.min(next, at);
      if (next > until) break;
      this.now = next;
      for (const timer of this.#due) if (timer.at === next && this.#due.delete(timer)) timer.run();
    }
    this.now = until;
  }
}

/** A platform that a thousand ask: nothing of HTTP, or the test would be about that. */
class Crowded {
  readonly time = new Time();
  /** When the balance was asked for, ms. */
  readonly requestTimes: number[] = [];
  answer: () => Result<unknown> = () => GOOD;
  readonly client = {
    call: async (endpoint: Callable) => {
      if (endpoint === getBalance) this.requestTimes.push(this.time.now);
      return this.answer();
    },
    callIfChanged: async () => this.answer(),
  } as unknown as Client;

  /** Many browsers that begin to poll in the same moment, as after a push message. */
  herd(random: () => number): void {
    const session = { ...SESSION, capabilities: [] };
    const now = () => this.time.now;
    const deps = { client: this.client, now, steady: now, after: this.time.after, random, emit: () => undefined };
    for (let n = 0; n < CLIENTS; n += 1) new Poller(deps, session).run();
  }

  /** How many asked in the busiest second after `from`, and over how many seconds they were spread. */
  spread(from: number) {
    const perSecond = new Map<number, number>();
    for (const at of this.requestTimes) {
      const second = Math.floor((at - from) / 1_000);
      if (at > from) perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    const seconds = [...perSecond.keys()];
    return { most: Math.max(0, ...perSecond.values()), width: Math.max(0, ...seconds) - Math.min(...seconds) };
  }
}

const GOOD: Result<unknown> = { ok: true, data: { items: [] }, status: 200, etag: null, savedAt: null, replacedError: null, balanceVersion: null };
const refusal = (status: number, retryAfterMs?: number): Result<unknown> =>
  failure('bad-response', { status, retryable: true, ...(retryAfterMs !== undefined && { retryAfterMs }) });

function seeded(): { seed: number; random: () => number } {
  const seed = Number(process.env['AYO_SEED'] ?? Date.now() % 2_147_483_646) + 1;
  let state = seed;
  return { seed, random: () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647 };
}

describe('A-32: a thousand clients', () => {
  it.each([
    ['503', refusal(503), 13],
    ['503 with Retry-After: 60', refusal(503, 60_000), 13],
    ['429 with Retry-After: 120', refusal(429, 120_000), 25],
  ] as const)('that were all answered %s in one moment do not come back in step', async (_what, answer, width) => {
    const { seed, random } = seeded();
    const platform = new Crowded();
    platform.answer = () => answer;
    const start = platform.time.now;
    platform.herd(random);
    await platform.time.pass(0);
    expect(platform.requestTimes).toHaveLength(CLIENTS);
    while (platform.requestTimes.length < 2 * CLIENTS) await platform.time.pass(1_000);
    const { most, width: seconds } = platform.spread(start);
    expect(most, `AYO_SEED=${seed}`).toBeLessThan(CLIENTS / 5);
    expect(seconds, `AYO_SEED=${seed}`).toBeGreaterThanOrEqual(width);
  });

  it('that all lost the platform in one moment do not come back in step for ever after', async () => {
    const { seed, random } = seeded();
    const platform = new Crowded();
    platform.answer = () => failure('network');
    platform.herd(random);
    await platform.time.pass(2 * MINUTE_MS);
    const healedAt = platform.time.now;
    platform.answer = () => GOOD;
    await platform.time.pass(POLL_INTERVAL_MS);
    expect(platform.spread(healedAt).most, `AYO_SEED=${seed}`).toBeLessThan(CLIENTS / 5);
    // Nobody is later for it than usual.
    expect(platform.requestTimes.filter((at) => at > healedAt).length).toBeGreaterThanOrEqual(CLIENTS);
  });

  it('ask a platform that fails for ten minutes far less than one that is well, and all find out that it healed', async () => {
    const { seed, random } = seeded();
    const platform = new Crowded();
    platform.answer = () => refusal(502);
    platform.herd(random);
    await platform.time.pass(10 * MINUTE_MS);
    const callCount = platform.requestTimes.length;
    expect(callCount / CLIENTS, `AYO_SEED=${seed}`).toBeLessThan(10);
    platform.answer = () => GOOD;
    await platform.time.pass(5 * MINUTE_MS + POLL_INTERVAL_MS);
    expect(platform.requestTimes.length - callCount, `AYO_SEED=${seed}`).toBeGreaterThan(CLIENTS);
  });
});

describe('A-32: Retry-After', () => {
  it.each([
    ['seconds', () => '90'],
    ['a date', () => new Date(Date.now() + 90_000).toUTCString()],
  ])('in %s is kept, whatever happens on the page meanwhile', async (_form, retryAfter) => {
    const platform = new FakePlatform();
    const { poller } = pollerOn(platform);
    platform.answers['balance'] = () => busy(503, retryAfter())();
    poller.run();
    await pass(0);
    for (let second = 0; second < 85; second += 5) {
      await pass(5_000);
      // Hidden and seen again, money moved, the connection came back.
      poller.pause();
      poller.run();
      poller.pollNow();
    }
    expect(platform.count('balance')).toBe(1);
    await pass(40_000);
    expect(platform.count('balance')).toBe(2);
  });

  it('that another tab was told is kept here, too', async () => {
    const platform = new FakePlatform();
    const { poller } = pollerOn(platform);
    for (const kind of ['balance', 'bonusWallet'] as const) {
      poller.noteAttempt(kind, { code: 'bad-response', status: 503, retryable: true, retryAfterMs: 30_000 });
    }
    poller.run();
    await pass(29_999);
    expect(platform.count('balance')).toBe(0);
    await pass(1);
    expect(platform.count('balance')).toBe(1);
  });

  it('is over when it is over: then what is wanted at once comes at once', async () => {
    const platform = new FakePlatform();
    const { poller } = pollerOn(platform);
    platform.answers['balance'] = busy(503, '20');
    poller.run();
    await pass(MINUTE_MS);
    platform.answers = {};
    await pass(5 * MINUTE_MS);
    await pass(MIN_GAP_MS);
    const before = platform.count('balance');
    poller.pollNow();
    await pass(MIN_GAP_MS);
    expect(platform.count('balance')).toBe(before + 1);
  });
});

describe('A-20: a clock that jumps', () => {
  it.each([-86_400_000, 86_400_000])('by %i ms neither stops the polls nor makes a burst of them', async (by) => {
    const platform = new FakePlatform();
    let wrongBy = 0;
    const poller = new Poller(
      { client: platform.client(), ...timers, now: () => Date.now() + wrongBy, random: () => 0.5, emit: () => undefined },
      SESSION,
    );
    poller.run();
    await pass(5_000);
    wrongBy = by;
    poller.pollNow();
    await pass(MIN_GAP_MS);
    expect(platform.count('balance')).toBe(2);
    await pass(2 * MINUTE_MS);
    expect(platform.count('balance')).toBe(10);
    expect(platform.count('games')).toBe(2);
    poller.end();
  });
});
