import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { EXCLUSION_LENGTHS } from '../../../src/core/protection';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { addToOutbox } from '../../../src/data/outbox';
import { MAX_OUTBOX_ITEMS, sendableItems, isBinding } from '../../../src/core/outbox/queue';
import { PLAYER_KINDS } from '../../../src/core/outbox/kinds';
import { emptyBrowser } from '../data/support';
import { deviceFor } from './drivers';
import { problem } from './model-platform';

beforeEach(emptyBrowser);

describe('a break in the outbox', () => {
  it('goes out before everything else, what protects included, and names nothing but its length', async () => {
    const device = await deviceFor('exclude');
    await device.add({ tag: 'emailmarketing' }, 'give-consent');
    await device.add({ tag: 'sms' }, 'withdraw-consent');
    await device.add({ kind: 'deposit', period: 'day', amount: 500 }, 'lower-limit');
    await device.add({ length: '1-year' });
    await device.send();
    const paths = device.platform.requests.map(({ path }) => path.split('/').slice(5).join('/'));
    expect(paths).toEqual(['exclusions', 'consent/sms', 'limits/deposit/day', 'consent']);
    expect(device.platform.requests[0]).toMatchObject({ method: 'POST', body: { length: '1-year' } });
  });

  it('is never made shorter by a later wish, whichever two they are', async () => {
    for (const [n, longer] of EXCLUSION_LENGTHS.entries()) {
      for (const shorter of EXCLUSION_LENGTHS.slice(0, n)) {
        emptyBrowser();
        const device = await deviceFor('exclude');
        await device.add({ length: longer });
        await device.add({ length: shorter });
        expect(await device.waiting(), `${longer}, then ${shorter}`).toEqual([{ length: longer }]);
        await device.add({ length: longer });
        expect(await device.waiting()).toEqual([{ length: longer }]);
      }
    }
  });

  it('that is requested again while its result is unknown counts once on the platform', async () => {
    const device = await deviceFor('exclude');
    await device.add({ length: '6-months' });
    device.platform.weather = ['lost'];
    await device.send();
    await device.add({ length: '24-hours' });
    await device.send();
    expect(device.platform.requests).toHaveLength(2);
    expect(device.platform.effects).toHaveLength(1);
  });

  it('fits into a box that is full', async () => {
    const db = createDatabase();
    await raiseEpoch(db, { userId: 'a' });
    const add = (kind: string, body: unknown, n: number) => addToOutbox(db, { userId: 'a', kind, body, key: `key-0123456789-${n}`, at: n });
    // Nobody can lower more limits than there are: the box is filled as an older build may have left it.
    await db.tx(['outbox'], 'readwrite', async (tx) => {
      for (let n = 0; n < MAX_OUTBOX_ITEMS; n += 1) {
        await tx.objectStore('outbox').add({
          userId: 'a', kind: 'odd', slot: `odd:${n}`, key: `odd-key-0123456789-${n}`, body: {}, at: n, state: 'waiting', problem: null,
        });
      }
    });
    expect(await add('give-consent', { tag: 'sms' }, 1)).toEqual({ ok: false, because: 'full' });
    expect(await add('exclude', { length: '24-hours' }, 2)).toMatchObject({ ok: true });
    expect(await add('lower-limit', { kind: 'loss', period: 'week', amount: 5 }, 3)).toMatchObject({ ok: true });
  });

  it('waits on a platform that knows no protection, and holds all the same', () => {
    const item = { id: 1, userId: 'a', kind: 'exclude', slot: 'exclude', key: 'k', body: { length: '7-days' }, at: 1, state: 'waiting', problem: null } as const;
    expect(sendableItems([item], (capability) => capability !== 'protection', PLAYER_KINDS)).toEqual([]);
    expect(isBinding(item, PLAYER_KINDS)).toBe(true);
    expect(isBinding({ ...item, state: 'refused' }, PLAYER_KINDS)).toBe(false);
  });

  it('that is refused is kept and told', async () => {
    const device = await deviceFor('exclude');
    await device.add({ length: '7-days' });
    device.platform.weather = [problem(403, 'account-closed')];
    expect(await device.send()).toEqual([{ length: '7-days' }]);
    expect(await device.items()).toMatchObject([{ state: 'refused', problem: { code: 'account-closed' } }]);
  });
});

describe('a lower limit in the outbox', () => {
  it('never becomes a higher one: the lower of two waits, and the platform is told that it may only lower', async () => {
    const device = await deviceFor('lower-limit');
    await device.add({ kind: 'stake', period: 'week', amount: 300 });
    await device.add({ kind: 'stake', period: 'week', amount: 900 });
    expect(await device.waiting()).toEqual([{ kind: 'stake', period: 'week', amount: 300 }]);
    await device.send();
    expect(device.platform.requests).toMatchObject([
      { method: 'PUT', path: expect.stringMatching(/\/limits\/stake\/week$/) as string, body: { amount: 300, currency: 'NGN', onlyLower: true } },
    ]);
  });

  it('can’t be none, nor of something that is no limit', async () => {
    const device = await deviceFor('lower-limit');
    await expect(device.add({ kind: 'stake', period: 'week', amount: null })).rejects.toThrow('unfit');
    await expect(device.add({ kind: 'wins', period: 'week', amount: 1 })).rejects.toThrow('unfit');
  });
});
