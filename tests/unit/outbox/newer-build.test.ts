import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestFeedbackOf } from '../../../src/bridge/outbox/guest-feedback';
import { PLAYER_KINDS } from '../../../src/core/outbox/kinds';
import type { PlayerKindName } from '../../../src/core/outbox/kinds';
import { isBinding } from '../../../src/core/outbox/queue';
import { breakOf, unreadLimits } from '../../../src/core/protection-view';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { addGuestFeedback, guestFeedback } from '../../../src/data/guest-feedback';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import { waitingWords } from '../../../src/pages/shared/outbox/words';
import { outboxItemAt } from '../../../src/state/outbox';
import { becomePage, leavePage, openBridge } from '../bridge/support';
import { emptyBrowser } from '../data/support';
import { deviceFor } from './drivers';
import { FIXTURES } from './fixtures';

beforeEach(emptyBrowser);
afterEach(leavePage);

/** A record as a newer build may have left it before it was rolled back. */
async function leave(kind: string, body: unknown, slot = `${kind}:newer`): Promise<void> {
  await createDatabase().tx(['outbox'], 'readwrite', (tx) =>
    tx.objectStore('outbox').add({ userId: 'a', kind, slot, key: `key-newer-${kind}`, body, at: 1, state: 'waiting', problem: null }));
}

const UNFIT: { readonly [K in PlayerKindName]: unknown } = {
  'give-consent': { tag: 'carrier-pigeon' },
  'withdraw-consent': { tags: ['sms'] },
  'edit-profile': { revision: 3, change: { lastname: 'Eze' } },
  'lower-limit': { kind: 'stake', period: 'hour', amount: 500 },
  exclude: { length: '3-months' },
  favourite: { game: 'dice' },
  'no-favourite': { game: 'dice' },
  'send-message': { id: 'one', paragraphs: ['Where is it?'] },
  'send-feedback': { id: 'one', category: 'problem', message: 'My money is missing.' },
  'edit-game': { gameId: 'dice', change: {} },
  'order-games': { version: '3', list: [] },
};

describe.each(Object.entries(UNFIT) as [PlayerKindName, unknown][])('a %s that a newer build left before it was rolled back', (kind, body) => {
  it('is not reported as sent and lost: it waits, and the items behind it go out', async () => {
    const device = await deviceFor('send-message');
    await leave(kind, body);
    await device.add(FIXTURES['send-message'].bodies[0]);
    await device.send();
    await device.send();
    expect(await device.waiting()).toEqual([body]);
    expect(device.platform.requests).toMatchObject([{ path: expect.stringMatching(/messages$/) as string }]);
  });

  it('has words for the list of what waits', () => {
    expect(waitingWords(kind, body, (gameId) => gameId)).toMatch(/\w{3}/);
  });
});

describe('what protects a player and was left by a newer build', () => {
  it('keeps the player on the break whose length only the newer build knows', async () => {
    await raiseEpoch(createDatabase(), { userId: 'a' });
    await leave('exclude', UNFIT.exclude);
    const items = await outboxOf(createDatabase(), 'a');
    expect(breakOf('none', null, items)).toEqual({ state: 'cool-off', until: undefined, isWaiting: true, needsNewerApp: true });
    expect(breakOf('excluded', null, items)?.state).toBe('excluded');
    expect(items.every((item) => isBinding(item, PLAYER_KINDS))).toBe(true);
  });

  it.each(['exclude:newer', 'exclude'])('stays beside a break that the player chooses later, because it may be the longer one (%s)', async (slot) => {
    const db = createDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await leave('exclude', UNFIT.exclude, slot);
    await addToOutbox(db, { userId: 'a', kind: 'exclude', body: { length: '24-hours' }, key: 'key-chosen-anew-0123', at: 2 });
    await addToOutbox(db, { userId: 'a', kind: 'exclude', body: { length: '6-months' }, key: 'key-chosen-again-012', at: 3 });
    const items = await outboxOf(db, 'a');
    expect(items.map(({ body }) => body)).toEqual([UNFIT.exclude, { length: '6-months' }]);
    // How long it is in all only the newer build knows.
    expect(breakOf('none', null, items)).toEqual({ state: 'excluded', until: undefined, isWaiting: true, needsNewerApp: true });
  });

  it('is not deleted by a higher limit: the lower one that only the newer build can send still holds here', async () => {
    const db = createDatabase();
    await raiseEpoch(db, { userId: 'a' });
    const held = { kind: 'stake', period: 'day', amount: 500, currency: 'NGN', from: 'now' };
    const unread = { kind: 'stake', period: 'day', money: { kobo: 50_000 } };
    await leave('lower-limit', unread, 'limit:stake:day');
    await addToOutbox(db, { userId: 'a', kind: 'lower-limit', body: { kind: 'stake', period: 'day', amount: 5_000 }, key: 'key-chosen-anew-0123', at: 2 });
    const items = await outboxOf(db, 'a');
    expect(items.map(({ body }) => body)).toEqual([unread, { kind: 'stake', period: 'day', amount: 5_000 }]);
    expect(unreadLimits(items)).toEqual([{ kind: 'stake', amount: null }]);
    // One that this build can read is merged, and the lower one stays.
    await leave('lower-limit', held, 'limit:stake:day');
    await addToOutbox(db, { userId: 'a', kind: 'lower-limit', body: { kind: 'stake', period: 'day', amount: 9_000 }, key: 'key-chosen-again-012', at: 3 });
    expect((await outboxOf(db, 'a')).map(({ body }) => body)).toEqual([unread, { kind: 'stake', period: 'day', amount: 500 }]);
  });

  it('keeps the limit: a single payment above its amount is above it', async () => {
    await raiseEpoch(createDatabase(), { userId: 'a' });
    await leave('lower-limit', UNFIT['lower-limit']);
    expect(unreadLimits(await outboxOf(createDatabase(), 'a'))).toEqual([{ kind: 'stake', amount: 50_000 }]);
  });
});

describe('a change of the details that a newer build left', () => {
  it('is not deleted with its phone and address by a new first name, which the pages show', async () => {
    const db = createDatabase();
    await raiseEpoch(db, { userId: 'a' });
    const unread = { version: 'w7', base: {}, patch: { phone: '08035550000', address: '12 New Street' } };
    await leave('edit-profile', unread, 'edit-profile');
    const named = { version: 1, base: { firstname: 'Ada' }, patch: { firstname: 'Zainab' } };
    await addToOutbox(db, { userId: 'a', kind: 'edit-profile', body: named, key: 'key-chosen-anew-0123', at: 2 });
    const items = await outboxOf(db, 'a');
    expect(items.map(({ body }) => body)).toEqual([unread, named]);
    expect(outboxItemAt({ items }, 'edit-profile')?.body).toEqual(named);
  });
});

describe('a guest’s feedback that a newer build left', () => {
  it('is not deleted unsent', async () => {
    const page = becomePage();
    const askedUrls: string[] = [];
    page.network((url) => {
      askedUrls.push(url);
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    vi.stubGlobal('setTimeout', () => 0);
    const body = { id: 'g1', category: 'idea', message: 'More drums.' };
    await addGuestFeedback(createDatabase(), { userId: null, kind: 'guest-feedback', slot: '', key: 'g1', body, at: 1, state: 'waiting', problem: null });
    await guestFeedbackOf(openBridge().bridge).flush();
    expect((await guestFeedback(createDatabase())).map((item) => item.body)).toEqual([body]);
    expect(askedUrls.filter((url) => url.includes('feedback'))).toEqual([]);
  });
});
