/** Tabs of one browser with one outbox, on a fake clock and a fake platform. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, vi } from 'vitest';
import { createClient } from '../../../src/api/http';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { addToOutbox } from '../../../src/data/outbox';
import type { AddressedEvent, WorkerSession } from '../../../src/worker/contract';
import type { Channel, Locks } from '../../../src/worker/leader';
import { createSync } from '../../../src/worker/sync';
import type { SyncDeps } from '../../../src/worker/sync';
import { json } from '../api/support';
import { emptyBrowser } from '../data/support';
import { BODIES, FakePlatform, SESSION, timers } from './support';

export const OURS: WorkerSession = { ...SESSION, capabilities: ['account', 'games', 'withdraw-consent'] };
export const GIVEN_CALLS: WorkerSession = { ...SESSION, capabilities: [] };

/** Gives each test of a file an empty browser in which player `a` is signed in, on a fake clock. */
export function inNewBrowsers(): void {
  beforeEach(async () => {
    emptyBrowser();
    await raiseEpoch(createDatabase(), { userId: 'a' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Tabs of one browser with one outbox; a platform that takes consents in, and says so in the profile. */
export function browser() {
  const platform = new FakePlatform();
  const bodies: unknown[] = [];
  const order: string[] = [];
  const consents: Record<string, boolean> = {};
  let atOnce = 0;
  let mostAtOnce = 0;
  platform.answers['profile'] = () => json({ ...(BODIES['profile'] as object), consents });
  const inner = platform.fetch;
  const fetchHere: typeof fetch = async (input, init) => {
    const url = input as string;
    if (!url.includes('/consent')) return inner(input, init);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const answer = await inner(input, init).finally(() => (atOnce -= 1));
    order.push(`${init?.method} ${url.split('/').at(-1)}`);
    if (!answer.ok) return answer;
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as { items: { tagCode: string }[] }) : null;
    bodies.push(body);
    for (const { tagCode } of body?.items ?? []) consents[tagCode] = true;
    if (init?.method === 'DELETE') consents[url.split('/').at(-1) ?? ''] = false;
    return answer;
  };
  const channels: Channel[] = [];
  const openChannel = () => {
    const channel: Channel = {
      onmessage: null,
      close: () => undefined,
      postMessage: (message) => {
        for (const other of channels) if (other !== channel) other.onmessage?.(new MessageEvent('message', { data: structuredClone(message) }));
      },
    };
    channels.push(channel);
    return channel;
  };
  const tails = new Map<string, Promise<void>>();
  const locks: Locks = {
    request(name, { signal }, held) {
      const mine = (tails.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : held()));
      tails.set(name, mine.catch(() => undefined));
      return mine;
    },
  };
  const db = createDatabase();
  let itemCount = 0;
  return {
    platform, bodies, order, consents, db, locks,
    mostAtOnce: () => mostAtOnce,
    async choose(kind: 'give-consent' | 'withdraw-consent', tag: string, at = Date.now()) {
      itemCount += 1;
      await addToOutbox(db, { userId: 'a', kind, body: { tag }, key: `key-0123456789-${itemCount}`, at });
    },
    tab(session: WorkerSession = OURS, isVisible = true, more: Partial<Pick<SyncDeps, 'wall'>> = {}) {
      const events: AddressedEvent[] = [];
      const sync = createSync({
        makeClient: (token, renewToken) => createClient({ baseUrl: '/api', fetch: fetchHere, now: Date.now, readCookie: token, renewToken }),
        db, locks, openChannel, tab: `tab-${channels.length}`, random: () => 0.5, ...timers, ...more,
      });
      sync.setAntiForgery('t0k3n');
      sync.start(session, isVisible, (event) => events.push(event));
      const wantsToken = () => events.some(({ event }) => event.type === 'token-refused');
      return { sync, wantsToken, outboxEvents: () => events.flatMap(({ event }) => (event.type === 'outbox' ? [event] : [])) };
    },
  };
}

const STEP_MS = 1_000;

/**
 * Lets time pass in steps below the deadline of a transaction, so that the fake database and the hashes, which run on real
 * ticks, come along.
 */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= STEP_MS) {
    for (let n = 0; n < 60; n += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS));
  }
  for (let n = 0; n < 60; n += 1) await new Promise((resolve) => setImmediate(resolve));
}
