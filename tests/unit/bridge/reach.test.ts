import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../../src/core/errors';
import { json } from '../api/support';
import { becomePage } from './support';

async function load() {
  const page = becomePage();
  vi.resetModules();
  const { enterSession } = await import('../../../src/state/session');
  const connection = await import('../../../src/state/connection');
  const { isReached } = await import('../../../src/bridge/actions/reach');
  enterSession({ sessionId: 'session-of-a', userId: 'a' });
  return { page, connection, isReached };
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('before money is sent', () => {
  it('nothing is asked while the platform answers', async () => {
    const { page, connection, isReached } = await load();
    connection.hearPlatform();
    expect(await isReached()).toBe(true);
    expect(page.asked).toEqual([]);
  });

  it('a connection that was gone is tried once, and nothing can be sent when it still is', async () => {
    const { page, connection, isReached } = await load();
    connection.hearFailure(failure('network').error);
    expect(await isReached()).toBe(false);
    expect(page.asked).toHaveLength(1);
  });

  it('a connection that came back unnoticed is used, and so is one whose answer is a refusal', async () => {
    const { page, connection, isReached } = await load();
    connection.hearOffline();
    page.network(() => json({ title: 'Wait', status: 429, code: 'too-many' }, { status: 429 }));
    expect(await isReached()).toBe(true);
    expect(connection.connectionStore.getState().reach).toBe('online');
  });

  it("a network's own sign-in page is no platform", async () => {
    const { page, connection, isReached } = await load();
    connection.hearOffline();
    page.network(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    expect(await isReached()).toBe(false);
    expect(connection.connectionStore.getState().reach).toBe('portal');
  });
});
