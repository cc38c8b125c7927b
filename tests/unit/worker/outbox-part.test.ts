import { browser, inNewBrowsers, pass } from './outbox-browser';
import { describe, expect, it, vi } from 'vitest';
import { outboxOf } from '../../../src/data/outbox';
import { POLL_INTERVAL_MS } from '../../../src/worker/schedule';

const line = vi.hoisted(() => ({ isThere: false }));
vi.mock('../../../src/worker/outbox', async (load) => {
  if (!line.isThere) throw new Error('the file did not come');
  return load();
});

inNewBrowsers();

describe('the outbox’s own file', () => {
  it('that does not come loses nothing and holds up no poll: what waits goes out when it comes', async () => {
    const at = browser();
    await at.choose('give-consent', 'sms');
    at.tab();
    await pass(2 * POLL_INTERVAL_MS);
    expect(at.platform.count('balance')).toBeGreaterThan(1);
    expect(at.order).toEqual([]);
    expect(await outboxOf(at.db, 'a')).toHaveLength(1);
    line.isThere = true;
    await vi.waitFor(async () => {
      await pass(POLL_INTERVAL_MS);
      expect(at.order).toEqual(['POST consent']);
    });
    expect(await outboxOf(at.db, 'a')).toEqual([]);
  });
});
