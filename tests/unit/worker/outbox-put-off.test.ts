import { browser, OURS, pass } from './outbox-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import type { WorkerSession } from '../../../src/worker/contract';
import { POLL_INTERVAL_MS } from '../../../src/worker/schedule';
import { json } from '../api/support';
import { emptyBrowser } from '../data/support';

beforeEach(async () => {
  emptyBrowser();
  await raiseEpoch(createDatabase(), { userId: 'a' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

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
