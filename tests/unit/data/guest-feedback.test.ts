import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { createDatabase } from '../../../src/data/database';
import { raiseEpoch } from '../../../src/data/fence';
import { MAX_GUEST_FEEDBACK, addGuestFeedback, guestFeedback, settleGuestFeedback } from '../../../src/data/guest-feedback';
import { GUEST_FEEDBACK_ENTRY } from '../../../src/data/schema';
import { emptyBrowser } from './support';

beforeEach(emptyBrowser);

const item = (key: string): OutboxItem => ({
  userId: null, kind: 'guest-feedback', slot: key, key, body: { id: key }, at: 1, state: 'waiting', problem: null,
});

describe('what guests wrote', () => {
  it('stays in its order when somebody signs in, and leaves nothing when it has been sent', async () => {
    const db = createDatabase();
    for (const key of ['one', 'two']) expect(await addGuestFeedback(db, item(key))).toBe('stored');
    await raiseEpoch(db, { userId: 'ada' });
    expect((await guestFeedback(db)).map(({ key }) => key)).toEqual(['one', 'two']);
    await settleGuestFeedback(db, 'one', null);
    await settleGuestFeedback(db, 'two', null);
    const entryKey = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').getKey(GUEST_FEEDBACK_ENTRY));
    expect(entryKey).toEqual({ ok: true, value: undefined });
  });

  it('is bounded, and says so', async () => {
    const db = createDatabase();
    for (let n = 0; n < MAX_GUEST_FEEDBACK; n += 1) await addGuestFeedback(db, item(`number ${n}`));
    expect(await addGuestFeedback(db, item('one too many'))).toBe('full');
    expect(await guestFeedback(db)).toHaveLength(MAX_GUEST_FEEDBACK);
  });

  it('stays with the platform’s refusal until the guest dismisses it', async () => {
    const db = createDatabase();
    await addGuestFeedback(db, item('one'));
    const problem = { title: 'No.', status: 400, code: 'validation' };
    await settleGuestFeedback(db, 'one', { ...item('one'), state: 'refused', problem });
    expect(await guestFeedback(db)).toMatchObject([{ state: 'refused', problem }]);
    await settleGuestFeedback(db, 'gone already', null);
    expect(await guestFeedback(db)).toHaveLength(1);
  });
});
