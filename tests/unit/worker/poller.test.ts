import { describe, expect, it } from 'vitest';
import { POLL_DEADLINE_MS } from '../../../src/api/deadlines';
import { MIN_GAP_MS, POLL_INTERVAL_MS, RESUME_RETRY_MS } from '../../../src/worker/schedule';
import { html, json, silence } from '../api/support';
import { BODIES, FakePlatform, onFakeClock, pass, pollerOn, pollerOnNewPlatform, SESSION, tagged, unavailable } from './support';
import type { Request } from './support';

onFakeClock();

describe('the session check', () => {
  it('asks for profile and account and for nothing else', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    expect(await poller.check()).toBe(true);
    expect(platform.requests.map(({ kind }) => kind)).toEqual(['profile', 'account']);
    expect(events.map((event) => (event.type === 'heard' ? event.kind : event.type))).toEqual(['profile', 'account']);
    await pass(POLL_INTERVAL_MS * 3);
    expect(platform.requests).toHaveLength(2);
  });

  it('asks a platform of the four given calls for no more than those', async () => {
    const platform = new FakePlatform();
    const { poller } = pollerOn(platform, undefined, { ...SESSION, capabilities: [] });
    await poller.check();
    poller.run();
    await pass(POLL_INTERVAL_MS * 5);
    expect([...new Set(platform.requests.map(({ kind }) => kind))]).toEqual(['profile', 'balance', 'bonusWallet']);
  });

  it('tells once that the session is over, with the reason, and asks no more', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.everywhere(() => json({ title: 'No', status: 401, code: 'session-ended', reason: 'revoked' }, { status: 401 }));
    expect(await poller.check()).toBe(false);
    poller.run();
    await pass(POLL_INTERVAL_MS * 3);
    expect(events).toEqual([{ type: 'session-ended', reason: 'revoked' }]);
    expect(platform.requests.length).toBeLessThanOrEqual(2);
  });
});

describe('polling', () => {
  it('asks at once, then 15 s after the last answer ended', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    const startedAt = Date.now();
    platform.answers['bonusWallet'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return json(BODIES['bonusWallet']);
    };
    poller.run();
    await pass(60_000);
    const at = platform.requests.filter(({ kind }) => kind === 'balance').map((request) => request.at - startedAt);
    expect(at).toEqual([0, 19_000, 38_000, 57_000]);
  });

  it('asks for the catalogue once a minute, and not at the start, when the page does', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    poller.run();
    await pass(5 * 60_000);
    expect(platform.count('games')).toBeLessThanOrEqual(5);
    expect(platform.count('games')).toBeGreaterThanOrEqual(4);
    expect(platform.requests.find(({ kind }) => kind === 'games')?.headers.has('x-sessionid')).toBe(false);
  });

  it('sends the tag of what it has, past every cache', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    platform.answers['balance'] = tagged(BODIES['balance'], '"v7"');
    poller.run();
    await pass(POLL_INTERVAL_MS);
    const polls = platform.requests.filter(({ kind }) => kind === 'balance');
    expect(polls.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"v7"']);
    // A hanging request for the same address would hold back one that may come from a cache.
    expect(polls.map(({ cache }) => cache)).toEqual(['no-store', 'no-store']);
  });

  it('reports an unchanged answer as a new age only, with or without tags', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['balance'] = tagged(BODIES['balance']);
    poller.run();
    await pass(POLL_INTERVAL_MS);
    const eventTypes = events.filter((event) => 'kind' in event && event.kind !== 'games').map((event) => event.type);
    expect(eventTypes).toEqual(['heard', 'heard', 'confirmed', 'confirmed']);
    expect(events.at(-1)).toMatchObject({ savedAt: Date.now() });
  });

  it('reports a changed answer', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    poller.run();
    await pass(POLL_INTERVAL_MS - 1);
    events.length = 0;
    platform.answers['balance'] = () => json({ items: [{ type: 'Real', amount: 12, currency: 'NGN' }] }, { headers: { 'x-balance-version': '9' } });
    await pass(1);
    expect(events[0]).toMatchObject({ type: 'heard', kind: 'balance', live: true, balanceVersion: 9, data: { items: [{ amount: 12 }] } });
  });

  it('tells a stored answer as dated, and asks without a tag after it', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    const headers = { etag: '"1"', 'x-snapshot-saved-at': '5000', 'x-snapshot-instead-of': 'network' };
    platform.answers['balance'] = () => json(BODIES['balance'], { headers });
    poller.run();
    await pass(POLL_INTERVAL_MS);
    expect(events.find((event) => event.type === 'heard' && event.kind === 'balance')).toMatchObject({ live: false, savedAt: 5000 });
    const tags = platform.requests.filter(({ kind }) => kind === 'balance').map((request) => request.headers.has('if-none-match'));
    expect(tags.length).toBeGreaterThan(1);
    expect(tags).not.toContain(true);
  });

  it('gives up a hanging poll before the next one is due', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['balance'] = (request: Request) => silence({ url: request.url, init: { signal: request.signal } });
    poller.run();
    await pass(POLL_DEADLINE_MS);
    expect(POLL_DEADLINE_MS).toBeLessThan(POLL_INTERVAL_MS);
    expect(events.at(-1)).toMatchObject({ type: 'failed', kind: 'balance', error: { code: 'timeout' } });
    expect(platform.requests.find(({ kind }) => kind === 'balance')?.signal?.aborted).toBe(true);
  });

  it('polls every 15 s while the network fails, so that it notices at once when the network is back', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    platform.everywhere(() => Promise.reject(new TypeError('offline')));
    poller.run();
    await pass(RESUME_RETRY_MS + 4 * POLL_INTERVAL_MS);
    expect(platform.count('balance')).toBe(6);
  });

  it('tries once more soon after it was resumed, because phones fail the first requests then', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    platform.everywhere(() => Promise.reject(new TypeError('offline')));
    poller.run();
    await pass(RESUME_RETRY_MS);
    expect(platform.count('balance')).toBe(2);
    await pass(0.8 * POLL_INTERVAL_MS - 1);
    expect(platform.count('balance')).toBe(2);
  });

  it('is not fooled by a captive portal', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.everywhere(() => html('<html>Sign in</html>'));
    poller.run();
    await pass(0);
    expect(events.map(({ type }) => type)).toEqual(['failed', 'failed', 'failed', 'unreached']);
    for (const event of events) expect(event).toMatchObject({ error: { captivePortal: true } });
  });
});

describe('a poll that is asked for', () => {
  it('comes at once, but not twice within a second', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    poller.run();
    await pass(5_000);
    for (let n = 0; n < 20; n += 1) poller.pollNow();
    await pass(0);
    expect(platform.count('balance')).toBe(2);
    for (let n = 0; n < 20; n += 1) poller.pollNow();
    await pass(MIN_GAP_MS - 1);
    expect(platform.count('balance')).toBe(2);
    await pass(1);
    expect(platform.count('balance')).toBe(3);
    await pass(POLL_INTERVAL_MS - 1);
    expect(platform.count('balance')).toBe(3);
  });

  it('comes after the one under way, which may have been asked too early', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    platform.answers['balance'] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return json(BODIES['balance']);
    };
    poller.run();
    await pass(1_000);
    poller.pollNow();
    await pass(2_000 + MIN_GAP_MS);
    expect(platform.count('balance')).toBe(2);
  });
});

describe('a poller that is paused or ended', () => {
  it('asks nothing while paused, and at once when it runs again, without a burst', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    poller.run();
    await pass(0);
    poller.pause();
    await pass(10 * POLL_INTERVAL_MS);
    expect(platform.count('balance')).toBe(1);
    for (let n = 0; n < 5; n += 1) poller.run();
    await pass(0);
    expect(platform.count('balance')).toBe(2);
  });

  it('reports no answer that was under way when it ended', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.everywhere(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return json(BODIES['balance']);
    });
    poller.run();
    await pass(1_000);
    poller.end();
    await pass(10 * POLL_INTERVAL_MS);
    expect(events).toEqual([]);
    expect(platform.count('balance')).toBe(1);
  });
});

describe('a struggling platform', () => {
  it('is asked ever more rarely, and every 15 s again when it is well', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    platform.everywhere(unavailable);
    poller.run();
    await pass(0);
    const gaps: number[] = [];
    let last = Date.now();
    while (gaps.length < 5) {
      const before = platform.count('balance');
      await pass(500);
      if (platform.count('balance') === before) continue;
      gaps.push(Date.now() - last);
      last = Date.now();
    }
    expect(gaps.toSorted((a, b) => a - b)).toEqual(gaps);
    expect(gaps.at(-1)).toBeGreaterThan(4 * POLL_INTERVAL_MS);
    platform.answers = {};
    await pass(6 * 60_000);
    const healed = platform.count('balance');
    await pass(POLL_INTERVAL_MS);
    expect(platform.count('balance')).toBe(healed + 1);
  });

  it('is given the time that it asks for, also when the device answered in its place', async () => {
    for (const answer of [
      () => json({ title: 'x', status: 429, code: 'too-many-requests' }, { status: 429, headers: { 'retry-after': '120' } }),
      () =>
        json(BODIES['balance'], {
          headers: { 'x-snapshot-saved-at': '5', 'x-snapshot-instead-of': '503', 'retry-after': '120' },
        }),
    ]) {
      const { platform, poller } = pollerOnNewPlatform();
      platform.answers['balance'] = answer;
      poller.run();
      await pass(119_000);
      expect(platform.count('balance')).toBe(1);
      await pass(40_000);
      expect(platform.count('balance')).toBe(2);
      poller.end();
    }
  });
});
