import { describe, expect, it } from 'vitest';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { sha256Hex } from '../../../src/data/hash';
import { createIntentRecords } from '../../../src/data/intents';
import { addToOutbox } from '../../../src/data/outbox';
import { putReceipt, receiptsOf } from '../../../src/data/receipts';
import { addRevocation, storedRevocations } from '../../../src/data/revocations';
import { intent, RECEIPT } from './records';
import { everything, freshDatabase } from './support';

describe('what a sign-out leaves', () => {
  it('is nothing of the player: no intent, no choice, no receipt; practice receipts and revocations stay', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await createIntentRecords(db, null).put(intent());
    await addToOutbox(db, { userId: 'a', kind: 'give-consent', body: { tag: 'sms' }, key: 'k', at: 1 });
    await putReceipt(db, RECEIPT);
    await putReceipt(db, { ...RECEIPT, roundId: 'p', userId: null });
    await addRevocation(db, sha256Hex('session'), 0);
    await wipePlayer(db);
    expect(await everything(db, 'intents')).toEqual([]);
    expect(await everything(db, 'outbox')).toEqual([]);
    expect(await receiptsOf(db, 'a')).toEqual([]);
    expect(await receiptsOf(db, null)).toHaveLength(1);
    expect(await storedRevocations(db, 0)).toMatchObject({ waitingHashes: [sha256Hex('session')] });
    expect(JSON.stringify([await everything(db, 'meta'), await everything(db, 'revocations')])).not.toMatch(/"a"|session"/);
  });

  it('is the player’s unfinished intents when the platform ended the session, until another player signs in', async () => {
    const db = freshDatabase();
    await raiseEpoch(db, { userId: 'a' });
    await createIntentRecords(db, null).put(intent());
    await raiseEpoch(db, { userId: null, keepQueuesOf: 'a' });
    expect(await everything(db, 'intents')).toHaveLength(1);
    await raiseEpoch(db, { userId: 'b' });
    expect(await everything(db, 'intents')).toEqual([]);
  });
});
