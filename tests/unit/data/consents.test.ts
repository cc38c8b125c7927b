import { describe, expect, it } from 'vitest';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { markWithdrawn } from '../../../src/data/mark-withdrawn-consent';
import { moveOldChoices } from '../../../src/data/old-choices';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import { withdrawnTags } from '../../../src/data/withdrawn-consents';
import { everything, freshDatabase } from './support';

describe('a consent that was withdrawn on this device', () => {
  it('is remembered past a sign-out, without a name, for its player and its tag', async () => {
    const db = freshDatabase();
    await markWithdrawn(db, 'a', 'sms');
    await wipePlayer(db);
    expect(await withdrawnTags(db, 'a', ['sms', 'emailmarketing'])).toEqual(['sms']);
    expect(await withdrawnTags(db, 'b', ['sms'])).toEqual([]);
    expect(JSON.stringify(await everything(db, 'meta'))).not.toMatch(/"a"|sms/);
  });
});

describe('choices that a build before the outbox has kept', () => {
  const old = (userId: string, tag: string, choice: 'accepted' | 'withdrawn', at: number) => ({ userId, tag, choice, at });

  async function withChoices(...choices: readonly ReturnType<typeof old>[]) {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await db.tx(['consents'], 'readwrite', async (tx) => {
      for (const choice of choices) await tx.objectStore('consents').put(choice);
    });
    return db;
  }

  it('are in the outbox in their order, each with its time and a key; nothing is lost and nothing done twice', async () => {
    const db = await withChoices(old('a', 'sms', 'withdrawn', 20), old('a', 'emailmarketing', 'accepted', 10));
    expect(await moveOldChoices(db, 'a')).toBe(true);
    expect(await moveOldChoices(db, 'a')).toBe(false);
    expect(await outboxOf(db, 'a')).toMatchObject([
      { kind: 'give-consent', body: { tag: 'emailmarketing' }, at: 10, state: 'waiting' },
      { kind: 'withdraw-consent', body: { tag: 'sms' }, at: 20, state: 'waiting' },
    ]);
    for (const { key } of await outboxOf(db, 'a')) expect(key).toMatch(/^[0-9A-Za-z_-]{16,64}$/);
    expect(await everything(db, 'consents')).toEqual([]);
  });

  it('stay where they are for a player who is not signed in, and give way to a newer choice', async () => {
    const db = await withChoices(old('b', 'sms', 'accepted', 1), old('a', 'sms', 'accepted', 1), old('a', 'odd', 'accepted', 1));
    await addToOutbox(db, { userId: 'a', kind: 'withdraw-consent', body: { tag: 'sms' }, key: 'k', at: 2 });
    await moveOldChoices(db, 'a');
    expect(await outboxOf(db, 'a')).toMatchObject([{ kind: 'withdraw-consent' }]);
    expect(await everything(db, 'consents')).toEqual([old('b', 'sms', 'accepted', 1)]);
    await wipePlayer(db);
    expect(await everything(db, 'consents')).toEqual([]);
  });
});
