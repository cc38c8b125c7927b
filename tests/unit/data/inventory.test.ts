/** The page about storage counts the stored data, and deletes it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { addGuestFeedback } from '../../../src/data/guest-feedback';
import { clearRecords, takeInventory } from '../../../src/data/inventory';
import { addToOutbox } from '../../../src/data/outbox';
import { dropReloadable } from '../../../src/data/snapshots';
import { everything, freshDatabase } from './support';

const PICTURE = 'x'.repeat(150_000);
let db: Database;

beforeEach(async () => {
  db = freshDatabase();
  await raiseEpoch(db, { userId: 'ada' });
});

describe('what waits to be sent', () => {
  it('counts what guests wrote, with its pictures, and a break of another player of this phone', async () => {
    await addToOutbox(db, { userId: 'ada', kind: 'exclude', body: { length: '24-hours' }, key: 'of ada', at: 5 });
    await raiseEpoch(db, { userId: 'bola' });
    await addToOutbox(db, { userId: 'bola', kind: 'give-consent', body: { tag: 'sms' }, key: 'of bola', at: 7 });
    await addGuestFeedback(db, {
      userId: null, kind: 'guest-feedback', slot: 'one', key: 'one', body: { id: 'one', picture: { base64: PICTURE } }, at: 3, state: 'waiting', problem: null,
    });
    const unsent = (await takeInventory(db))?.unsent;
    expect(unsent).toMatchObject({ count: 3, oldest: 3, newest: 7 });
    expect(unsent?.bytes).toBeGreaterThan(PICTURE.length);
  });
});

describe('the result of the self-test', () => {
  const kinds = async () => (await everything(db, 'snapshots')).map((snapshot) => ('kind' in Object(snapshot) ? Object(snapshot).kind : null) as unknown);

  beforeEach(async () => {
    const rest = { v: 1, userId: 'ada', savedAt: 1, etag: null, balanceVersion: null, data: {} };
    await db.tx(['snapshots'], 'readwrite', async (tx) => {
      for (const kind of ['balance', 'self-test']) await tx.objectStore('snapshots').put({ ...rest, kind });
    });
  });

  it('stays when figures and histories are deleted, because the platform can’t send it again', async () => {
    await dropReloadable(db);
    expect(await kinds()).toEqual(['self-test']);
  });

  it('goes when the player deletes everything', async () => {
    await clearRecords(db);
    expect(await kinds()).toEqual([]);
  });
});
