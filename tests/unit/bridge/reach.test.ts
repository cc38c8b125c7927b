import { afterEach, describe, expect, it, vi } from 'vitest';
import { getBalance } from '../../../src/core/contract/player';
import { failure } from '../../../src/core/errors';
import { SEND_GUEST_FEEDBACK } from '../../../src/core/outbox/calls';
import { isReached } from '../../../src/bridge/platform/reach';
import * as connection from '../../../src/state/connection';
import { enterSession } from '../../../src/state/session';
import { json } from '../api/support';
import { becomePage, leavePage, openBridge } from './support';

function load() {
  const page = becomePage();
  const { bridge } = openBridge();
  enterSession({ sessionId: 'session-of-a', userId: 'a' });
  return { page, bridge, ask: () => isReached(bridge.calls) };
}

afterEach(leavePage);

describe('the words “this network wants you to sign in”', () => {
  const blocked = () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } });
  const send = (bridge: ReturnType<typeof openBridge>['bridge']) => bridge.calls.callOpen(SEND_GUEST_FEEDBACK, { body: {} });

  it('are not shown when a firewall stops one upload while reads still reach the platform', async () => {
    const page = becomePage();
    page.network((_, { method }) => (method === 'GET' ? new Response(null, { status: 204 }) : blocked()));
    await send(openBridge().bridge);
    await vi.waitFor(() => expect(connection.connectionStore.getState().reach).toBe('online'));
  });

  it('are shown when a read is answered with a page, too', async () => {
    const page = becomePage();
    page.network(blocked);
    await send(openBridge().bridge);
    await vi.waitFor(() => expect(connection.connectionStore.getState().reach).toBe('portal'));
  });
});

describe('a call that was under way when the device lost its network', () => {
  it('does not say that there is a connection, and what it read is of an earlier time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { page, bridge, ask } = load();
    connection.notePlatformAnswer();
    let answer: () => void = () => undefined;
    page.network(() => new Promise((resolve) => {
      answer = () => resolve(json({ items: [] }));
    }));
    const reading = bridge.calls.callAsPlayer(getBalance, ({ userId }) => ({ params: { userId } }));
    await page.whenAsked(1);
    vi.advanceTimersByTime(300);
    connection.noteOffline();
    answer();
    expect(await reading).toMatchObject({ ok: true, savedAt: expect.any(Number) as number });
    expect(connection.connectionStore.getState().reach).toBe('offline');
    page.network(() => json({ items: [] }));
    expect(await ask()).toBe(true);
    expect(connection.connectionStore.getState().reach).toBe('online');
  });
});

describe('before money is sent', () => {
  it('nothing is asked while the platform answers', async () => {
    const { page, ask } = load();
    connection.notePlatformAnswer();
    expect(await ask()).toBe(true);
    expect(page.requests).toEqual([]);
  });

  it('a lost connection is tried once, and nothing is sent while it is still lost', async () => {
    const { page, ask } = load();
    connection.noteFailure(failure('network').error);
    expect(await ask()).toBe(false);
    expect(page.requests).toHaveLength(1);
  });

  it('a connection that came back unnoticed is used, even if its answer is a refusal', async () => {
    const { page, ask } = load();
    connection.noteOffline();
    page.network(() => json({ title: 'Wait', status: 429, code: 'too-many' }, { status: 429 }));
    expect(await ask()).toBe(true);
    expect(connection.connectionStore.getState().reach).toBe('online');
  });

  it("a network's own sign-in page does not count as the platform", async () => {
    const { page, ask } = load();
    connection.noteOffline();
    page.network(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    expect(await ask()).toBe(false);
    expect(connection.connectionStore.getState().reach).toBe('portal');
  });
});
