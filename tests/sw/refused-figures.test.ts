import { json, network } from './support';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KINDS, snapshotBrowser } from './snapshot-browser';
import type { Kind } from './snapshot-browser';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a refusal', () => {
  it.each<[Kind, number]>([['bonusWallet', 403], ['bonusWallet', 401], ['account', 403], ['balance', 403]])(
    'of one figure alone deletes that and nothing else of the player: %s, %d',
    async (kind, status) => {
      const { ask, stored } = await snapshotBrowser();
      network(() => json({ errorCode: 'NO_BONUS' }, { status }));
      expect((await ask(kind))?.status).toBe(status);
      const storedKinds = (await stored()).map((snapshot) => snapshot.kind);
      expect(storedKinds.toSorted()).toEqual(KINDS.filter((each) => each !== kind).toSorted());
    },
  );

  describe.each<[string, (status: number) => Response]>([
    ['plain text', (status) => new Response('auth backend busy', { status, headers: { 'content-type': 'text/plain' } })],
    ['a gateway’s JSON', (status) => json({ message: 'Unauthorized' }, { status })],
    ['nothing', (status) => new Response(null, { status })],
  ])('without a problem of the platform, which a gateway may send for a moment, but %s', (_, answer) => {
    it.each<[Kind, number]>([['profile', 401], ['balance', 401], ['account', 401], ['profile', 403], ['balance', 403]])(
      'reaches the page and deletes nothing: %s, %d',
      async (kind, status) => {
        const { ask, stored } = await snapshotBrowser();
        network(() => answer(status));
        expect((await ask(kind))?.status).toBe(status);
        expect((await stored()).map((snapshot) => snapshot.kind).toSorted()).toEqual([...KINDS].toSorted());
      },
    );
  });

  it.each<[Kind, number]>([['profile', 403], ['profile', 401], ['balance', 401]])('of the player deletes everything of the player: %s, %d', async (kind, status) => {
    const { ask, stored } = await snapshotBrowser();
    network(() => json({ title: 'No', status, code: status === 401 ? 'session-ended' : 'forbidden' }, { status }));
    expect((await ask(kind))?.status).toBe(status);
    expect((await stored()).map((snapshot) => snapshot.kind)).toEqual(['games']);
  });
});
