import { browser, inNewBrowsers, OURS, pass } from './outbox-browser';
import { describe, expect, it, vi } from 'vitest';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import type { WorkerSession } from '../../../src/worker/contract';
// Loaded by the worker when it is needed; here it must not come late.
import '../../../src/worker/outbox';
import { POLL_INTERVAL_MS } from '../../../src/worker/schedule';
import { json } from '../api/support';

inNewBrowsers();

/** A line on which nothing comes back: the request ends when its caller gives it up. */
const silent = ({ signal }: { signal: AbortSignal | null }) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))));

describe('one thing in the outbox that the platform can’t take', () => {
  it.each([
    ['3600', 503, 3_600_000],
    ['3600', 429, 3_600_000],
    // More than a timer can wait for is not believed: the item waits as long as its size says.
    ['9999999999', 429, 240_000],
  ])('is not uploaded with every poll, and holds up nothing (Retry-After: %s, %i)', async (retryAfter, status, waitMs) => {
    const at = browser();
    at.platform.answers['feedback'] = () => json({ title: 'Later', status, code: 'unavailable' }, { status, headers: { 'retry-after': retryAfter } });
    const picture = { id: 'f1', category: 'bug', text: 'See.', picture: 'x'.repeat(210_000) };
    await addToOutbox(at.db, { userId: 'a', kind: 'send-feedback', body: picture, key: 'key-picture-0123456', at: Date.now() });
    const able: WorkerSession = { ...OURS, capabilities: [...(OURS.capabilities ?? []), 'support'] };
    const [first, second] = [at.tab(able), at.tab(able)];
    await at.choose('give-consent', 'sms');
    first.sync.drain();
    await pass(4 * POLL_INTERVAL_MS);
    expect(at.order).toEqual(['POST consent']);
    // Nothing waits in the other tab for what this one was told.
    await at.choose('give-consent', 'emailmarketing');
    second.sync.drain();
    await pass(1_000);
    expect(at.order).toEqual(['POST consent', 'POST consent']);
    await pass(4 * POLL_INTERVAL_MS);
    expect(at.platform.count('feedback')).toBe(1);
    expect(at.platform.count('balance')).toBeGreaterThan(6);
    expect(await outboxOf(at.db, 'a')).toMatchObject([{ kind: 'send-feedback', state: 'waiting', putOff: { tries: 1, waitMs } }]);

    // An hour later, in a browser that was closed meanwhile.
    first.sync.stop();
    second.sync.stop();
    vi.setSystemTime(Date.now() + 3_600_000);
    at.platform.answers['feedback'] = undefined;
    at.tab(able);
    await pass(2_000);
    expect(at.platform.count('feedback')).toBe(2);
    expect(await outboxOf(at.db, 'a')).toEqual([]);
  });

  it.each([
    ['a firewall’s page', () => new Response('<html>Request blocked</html>', { status: 403, headers: { 'content-type': 'text/html' } })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/x' } })],
  ])('and gets %s is not uploaded with every poll while the balance answers, and the page hears that it was put off', async (_, answer) => {
    const at = browser();
    at.platform.answers['feedback'] = answer;
    const picture = { id: 'f1', category: 'bug', text: 'See.', picture: 'x'.repeat(190_000) };
    await addToOutbox(at.db, { userId: 'a', kind: 'send-feedback', body: picture, key: 'key-picture-0123456', at: Date.now() });
    await at.choose('give-consent', 'sms');
    const { outboxEvents } = at.tab({ ...OURS, capabilities: [...(OURS.capabilities ?? []), 'support'] });
    await pass(6 * POLL_INTERVAL_MS);
    expect(at.platform.count('feedback')).toBe(1);
    expect(at.order).toEqual(['POST consent']);
    expect(outboxEvents().length).toBeGreaterThan(0);
    expect(await outboxOf(at.db, 'a')).toMatchObject([{ kind: 'send-feedback', putOff: { tries: 1 } }]);
  });

  it.each([0, 1, 2, 5, 12].flatMap((visits) => [['cut', visits], ['silent', visits]] as const))(
    'is sent within two polls of the connection’s return, although the first answer is lost: on a %s line tried %i times before',
    async (line, visits) => {
      const at = browser();
      const cut = () => Promise.reject<Response>(new TypeError('offline'));
      const kinds = ['profile', 'account', 'balance', 'bonusWallet', 'games', 'consent'] as const;
      const online = kinds.map((kind) => [kind, at.platform.answers[kind]] as const);
      for (const kind of kinds) at.platform.answers[kind] = line === 'cut' ? cut : silent;
      await at.choose('give-consent', 'sms');
      for (let visit = 0; visit < visits; visit += 1) {
        const { sync } = at.tab();
        await pass(40_000);
        sync.stop();
      }
      for (const [kind, answer] of online) at.platform.answers[kind] = answer;
      let isLost = false;
      at.platform.answers['consent'] = () => {
        if (isLost) return json({});
        isLost = true;
        return cut();
      };
      at.tab();
      await pass(2 * POLL_INTERVAL_MS);
      expect(await outboxOf(at.db, 'a')).toEqual([]);
    },
  );

  it('and gets no answer, because a firewall drops its method, holds up nothing for long, however many there are', async () => {
    const at = browser();
    for (let game = 0; game < 6; game += 1) {
      at.platform.answers[`game-${game}`] = silent;
      const key = `key-favourite-${game}-0123456`;
      await addToOutbox(at.db, { userId: 'a', kind: 'favourite', body: { gameId: `game-${game}` }, key, at: Date.now() + game });
    }
    await at.choose('give-consent', 'sms', Date.now() + 10_000);
    at.tab({ ...OURS, capabilities: [...(OURS.capabilities ?? []), 'favourites'] });
    await pass(5 * 60_000);
    expect(at.order).toEqual(['POST consent']);
    expect(at.platform.count('game-5')).toBeGreaterThan(0);
  });

  it('and is a break that a firewall stops is tried six times in five minutes, not twenty', async () => {
    const at = browser();
    at.platform.answers['exclusions'] = () => new Response('<html>Request blocked</html>', { status: 403, headers: { 'content-type': 'text/html' } });
    await addToOutbox(at.db, { userId: 'a', kind: 'exclude', body: { length: '7-days' }, key: 'key-break-0123456789', at: Date.now() });
    at.tab({ ...OURS, capabilities: [...(OURS.capabilities ?? []), 'protection'] });
    await pass(5 * 60_000);
    expect(at.platform.count('exclusions')).toBeGreaterThanOrEqual(4);
    expect(at.platform.count('exclusions')).toBeLessThanOrEqual(6);
  });

  it('because the token was lost while the app was open is sent with the next token that the page has', async () => {
    const at = browser();
    at.platform.answers['consent'] = ({ headers }) =>
      headers.get('x-xsrf-token') === 'new' ? json({}) : json({ title: 'No', status: 403, code: 'anti-forgery' }, { status: 403 });
    await at.choose('give-consent', 'sms');
    const { sync, wantsToken } = at.tab();
    await pass(1_000);
    expect(wantsToken()).toBe(true);
    sync.setAntiForgery('new');
    await pass(1_000);
    expect(await outboxOf(at.db, 'a')).toEqual([]);
    expect(at.platform.count('consent')).toBe(2);
  });

  it('because no token helps is put off, and not sent with every poll', async () => {
    const at = browser();
    at.platform.answers['consent'] = () => json({ title: 'No', status: 403, code: 'anti-forgery' }, { status: 403 });
    await at.choose('give-consent', 'sms');
    at.tab();
    await pass(25_000);
    expect(at.platform.count('consent')).toBe(2);
  });

  it('is looked at again once a minute where it was put off, and read no more often than that', async () => {
    const at = browser();
    at.platform.answers['consent'] = () => json({ title: 'Later', status: 503, code: 'unavailable' }, { status: 503, headers: { 'retry-after': '600' } });
    await at.choose('give-consent', 'sms');
    at.tab();
    await pass(2 * POLL_INTERVAL_MS);
    const reads = vi.spyOn(at.db, 'tx');
    await pass(8 * POLL_INTERVAL_MS);
    expect(reads.mock.calls.length).toBeGreaterThan(0);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(3);
    expect(at.platform.count('consent')).toBe(1);
  });
});
