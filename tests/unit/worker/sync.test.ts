import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/api/http';
import { createDatabase } from '../../../src/data/database';
import type { AddressedEvent, WorkerSession } from '../../../src/worker/contract';
import type { Channel, Locks, TabMessage } from '../../../src/worker/leader';
import { POLL_INTERVAL_MS } from '../../../src/worker/schedule';
import { createSync } from '../../../src/worker/sync';
import { json } from '../api/support';
import { emptyBrowser } from '../data/support';
import { BODIES, FakePlatform, SESSION, timers } from './support';

/** Web Locks of one browser: of each name one holder, the others in a queue. */
class FakeLocks implements Locks {
  readonly #queues = new Map<string, { readonly held: () => Promise<void>; readonly signal: AbortSignal }[]>();
  readonly #isHeld = new Set<string>();

  request(name: string, { signal }: { signal: AbortSignal }, held: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      queue.push({ held: () => held().then(resolve), signal });
      this.#next(name);
    });
  }

  async query() {
    return { held: [...this.#isHeld].map((name) => ({ name })) };
  }

  #next(name: string): void {
    if (this.#isHeld.has(name)) return;
    const next = this.#queues.get(name)?.shift();
    if (!next) return;
    if (next.signal.aborted) return this.#next(name);
    this.#isHeld.add(name);
    void Promise.resolve()
      .then(next.held)
      .then(() => {
        this.#isHeld.delete(name);
        this.#next(name);
      });
  }
}

/** The tabs of one browser on one platform. */
class Browser {
  readonly platform = new FakePlatform();
  readonly locks = new FakeLocks();
  readonly db = createDatabase();
  readonly sent: TabMessage[] = [];
  #channels: Channel[] = [];
  #tabs = 0;

  #openChannel(): Channel {
    const channel: Channel = {
      onmessage: null,
      close: () => undefined,
      postMessage: (message) => {
        this.sent.push(message);
        const copy: unknown = structuredClone(message);
        for (const other of this.#channels) if (other !== channel) other.onmessage?.(new MessageEvent('message', { data: copy }));
      },
    };
    this.#channels.push(channel);
    return channel;
  }

  broadcast(data: unknown): void {
    for (const channel of this.#channels) channel.onmessage?.(new MessageEvent('message', { data }));
  }

  tab(session: WorkerSession = SESSION, isVisible = true) {
    const events: AddressedEvent[] = [];
    this.#tabs += 1;
    const sync = createSync({
      makeClient: (token, renewToken) => createClient({ baseUrl: '/api', fetch: this.platform.fetch, now: Date.now, readCookie: token, renewToken }),
      db: this.db,
      locks: this.locks,
      openChannel: () => this.#openChannel(),
      tab: `tab-${this.#tabs}`,
      random: () => 0.5,
      ...timers,
    });
    sync.start(session, isVisible, (event) => events.push(event));
    const eventTypesOf = (kind: string) => events.filter(({ event }) => 'kind' in event && event.kind === kind).map(({ event }) => event.type);
    return { sync, events, eventTypesOf };
  }
}

beforeEach(() => {
  emptyBrowser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass, and the fake database, which runs on real ticks, come along. */
async function pass(ms: number): Promise<void> {
  for (let n = 0; n < 30; n += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(ms);
  for (let n = 0; n < 30; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('one tab', () => {
  it('starts the balance timer after the profile check', async () => {
    const browser = new Browser();
    let answerProfile: () => void = () => undefined;
    browser.platform.answers['profile'] = () =>
      new Promise((resolve) => {
        answerProfile = () => resolve(json(BODIES['profile']));
      });
    browser.tab();
    await pass(3_000);
    expect(browser.platform.count('balance')).toBe(0);
    answerProfile();
    await pass(0);
    expect(browser.platform.count('balance')).toBe(1);
  });

  it('does not wait with the balance for a profile that hangs', async () => {
    const browser = new Browser();
    browser.platform.answers['profile'] = () => new Promise(() => undefined);
    const { events } = browser.tab();
    await pass(5_000);
    expect(browser.platform.count('balance')).toBe(1);
    await pass(10_000);
    expect(events.some(({ event }) => event.type === 'unreached')).toBe(false);
  });

  it('polls nothing while hidden, and within a second of becoming visible', async () => {
    const browser = new Browser();
    const { sync } = browser.tab();
    await pass(0);
    sync.setVisible(false);
    await pass(20 * POLL_INTERVAL_MS);
    expect(browser.platform.count('balance')).toBe(1);
    sync.setVisible(true);
    await pass(1_000);
    expect(browser.platform.count('balance')).toBe(2);
  });

  it('that was hidden from the start asks for nothing; seen, it checks its session and polls at once', async () => {
    const browser = new Browser();
    const { sync } = browser.tab(SESSION, false);
    await pass(10 * POLL_INTERVAL_MS);
    sync.recheck();
    await pass(POLL_INTERVAL_MS);
    expect(browser.platform.requests).toEqual([]);
    sync.setVisible(true);
    await pass(1_000);
    expect(browser.platform.count('profile')).toBe(1);
    expect(browser.platform.count('balance')).toBe(1);
  });

  it('that is hidden when another says that the session is over asks about it when it is seen', async () => {
    const browser = new Browser();
    const { sync } = browser.tab();
    await pass(0);
    sync.setVisible(false);
    const before = browser.platform.requests.length;
    sync.recheck();
    await pass(POLL_INTERVAL_MS);
    expect(browser.platform.requests).toHaveLength(before);
    sync.setVisible(true);
    await pass(1_000);
    expect(browser.platform.count('profile')).toBe(2);
  });

  it('polls without Web Locks and without a channel', async () => {
    const { db, platform } = new Browser();
    const makeClient = () => platform.client();
    const sync = createSync({ makeClient, db, locks: null, openChannel: () => null, tab: 't', random: () => 0.5, ...timers });
    sync.start(SESSION, true, () => undefined);
    await pass(POLL_INTERVAL_MS);
    expect(platform.count('balance')).toBe(2);
  });

  it('emits nothing more after it was stopped, and nothing of one session to the next', async () => {
    const browser = new Browser();
    browser.platform.answers['balance'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return json(BODIES['balance']);
    };
    const { sync, events } = browser.tab();
    await pass(1_000);
    sync.start({ ...SESSION, userId: 'b', sessionId: 's2', generation: 2 }, true, (event) => events.push(event));
    await pass(1_500);
    expect(events.filter(({ generation, event }) => generation === 1 && 'kind' in event && event.kind === 'balance')).toEqual([]);
    sync.stop();
    const eventCount = events.length;
    await pass(5 * POLL_INTERVAL_MS);
    expect(events).toHaveLength(eventCount);
  });
});

describe('five tabs', () => {
  it('poll together no more often than one, and all hear it', async () => {
    const browser = new Browser();
    const tabs = Array.from({ length: 5 }, () => browser.tab());
    await pass(0);
    const before = browser.platform.count('balance');
    await pass(60_000);
    expect(browser.platform.count('balance') - before).toBeLessThanOrEqual(5);
    for (const tab of tabs) expect(tab.eventTypesOf('balance')).toContain('heard');
  });

  it('have a new leader at once when the old one is hidden, and poll on', async () => {
    const browser = new Browser();
    const [first, ...others] = Array.from({ length: 5 }, () => browser.tab());
    await pass(2_000);
    first?.sync.setVisible(false);
    const before = browser.platform.count('balance');
    await pass(1_000);
    expect(browser.platform.count('balance')).toBe(before + 1);
    await pass(POLL_INTERVAL_MS);
    expect(browser.platform.count('balance')).toBe(before + 2);
    expect(others.every((tab) => tab.eventTypesOf('balance').length > 0)).toBe(true);
  });

  it('give a tab that joins the last answers, although nothing changes any more', async () => {
    const browser = new Browser();
    browser.tab();
    await pass(POLL_INTERVAL_MS);
    const late = browser.tab();
    await pass(1_000);
    expect(late.eventTypesOf('balance')[0]).toBe('heard');
    // The other tab received this balance earlier, so it does not show that the platform can be reached now.
    const first = late.events.find(({ event }) => 'kind' in event && event.kind === 'balance')?.event;
    expect(first).toMatchObject({ live: false });
    expect(late.eventTypesOf('balance')).toContain('confirmed');
  });

  it('ask the leader when money moved in one of them', async () => {
    const browser = new Browser();
    const [, second] = [browser.tab(), browser.tab()];
    await pass(3_000);
    const before = browser.platform.count('balance');
    second.sync.pollNow();
    await pass(0);
    expect(browser.platform.count('balance')).toBe(before + 1);
  });

  it('hear with each answer when it was asked for, in the tab that asked and in the others', async () => {
    const browser = new Browser();
    const tabs = [browser.tab(), browser.tab()];
    await pass(POLL_INTERVAL_MS);
    let answer: () => void = () => undefined;
    browser.platform.answers['balance'] = () => new Promise((resolve) => {
      answer = () => resolve(json({ items: [] }));
    });
    const askedAt = Date.now() + POLL_INTERVAL_MS;
    await pass(POLL_INTERVAL_MS);
    await pass(700);
    answer();
    await pass(0);
    for (const { events } of tabs) expect(events.findLast(({ event }) => event.type === 'heard' && event.kind === 'balance')?.askedAt).toBe(askedAt);
  });

  it('take no notice of another player’s tab, or of messages that they do not know', async () => {
    const browser = new Browser();
    const a = browser.tab();
    const b = browser.tab({ ...SESSION, userId: 'b', sessionId: 's2' });
    await pass(POLL_INTERVAL_MS);
    expect(a.eventTypesOf('balance').length).toBeGreaterThan(0);
    expect(b.eventTypesOf('balance')).toEqual([]);
    const eventCount = a.events.length;
    for (const odd of [null, 'x', {}, { type: 'event' }, { type: 'shutdown', about: 'a' }]) browser.broadcast(odd);
    expect(a.events).toHaveLength(eventCount);
  });

  it('do not say that they are offline because the profile of one that was just opened hangs', async () => {
    const browser = new Browser();
    const first = browser.tab();
    await pass(POLL_INTERVAL_MS);
    const fromStore = { 'x-snapshot-saved-at': '5000', 'x-snapshot-instead-of': 'timeout' };
    for (const kind of ['profile', 'account']) browser.platform.answers[kind] = () => json(BODIES[kind], { headers: fromStore });
    const second = browser.tab();
    await pass(2 * POLL_INTERVAL_MS);
    for (const { events } of [first, second]) expect(events.filter(({ event }) => event.type === 'unreached')).toEqual([]);
    expect(second.eventTypesOf('profile')).not.toEqual([]);
  });

  it('spare the platform what it wanted the leader to spare, also those that were just opened', async () => {
    const browser = new Browser();
    browser.platform.answers['profile'] = () => json({}, { status: 429, headers: { 'retry-after': '240' } });
    browser.tab();
    await pass(POLL_INTERVAL_MS);
    const second = browser.tab();
    await pass(3 * POLL_INTERVAL_MS);
    expect(browser.platform.count('profile')).toBe(1);
    expect(second.eventTypesOf('balance').length).toBeGreaterThan(0);
  });

  it('ask the platform themselves where the leader does not answer', async () => {
    const browser = new Browser();
    void browser.locks.request('ayo-leader', { signal: new AbortController().signal }, () => new Promise(() => undefined));
    browser.tab();
    await pass(1_000);
    expect(browser.platform.count('profile')).toBe(1);
  });

  it('do not believe each other that the session is over: each asks', async () => {
    const browser = new Browser();
    const a = browser.tab();
    await pass(0);
    const before = browser.platform.count('profile');
    browser.broadcast({ type: 'event', about: 'a', event: { type: 'session-ended', reason: 'revoked' } });
    await pass(0);
    expect(browser.platform.count('profile')).toBe(before + 1);
    expect(a.events.some(({ event }) => event.type === 'session-ended')).toBe(false);
  });
});
