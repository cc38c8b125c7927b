/** What a player chose about consents on this device, until the platform knows it. The last choice of a tag holds. */
import { sha256Hex } from './hash';
import type { Database } from './database';
import type { ConsentChoice } from './schema';

const WITHDRAWN_KEY = 'withdrawn';

export async function chooseConsent(db: Database, choice: ConsentChoice): Promise<boolean> {
  const mark = await markOf(choice.userId, choice.tag);
  const write = await db.tx(['meta', 'consents'], 'readwrite', async (tx) => {
    const store = tx.objectStore('consents');
    const known = await store.get([choice.userId, choice.tag]);
    if (known && known.at > choice.at) return;
    await store.put(choice);
    const marks = new Set(marksIn(await tx.objectStore('meta').get(WITHDRAWN_KEY)));
    if (choice.choice === 'withdrawn') marks.add(mark);
    else marks.delete(mark);
    await tx.objectStore('meta').put([...marks], WITHDRAWN_KEY);
  });
  return write.ok;
}

export async function consentChoices(db: Database, userId: string): Promise<readonly ConsentChoice[]> {
  const read = await db.tx(['consents'], 'readonly', (tx) => tx.objectStore('consents').getAll());
  return read.ok ? read.value.filter((choice) => choice.userId === userId) : [];
}

/** The platform knows this choice; a newer one of the same tag stays. */
export async function settleConsent(db: Database, told: ConsentChoice): Promise<void> {
  await db.tx(['consents'], 'readwrite', async (tx) => {
    const known = await tx.objectStore('consents').get([told.userId, told.tag]);
    if (known && known.at <= told.at) await tx.objectStore('consents').delete([told.userId, told.tag]);
  });
}

/**
 * Whether the player has withdrawn this tag here. Outlives a sign-out as a hash: a platform that posts what is missing
 * must never post again what was withdrawn.
 */
export async function isWithdrawn(db: Database, userId: string, tag: string): Promise<boolean> {
  const mark = await markOf(userId, tag);
  const read = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(WITHDRAWN_KEY));
  return read.ok && marksIn(read.value).includes(mark);
}

function marksIn(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((mark): mark is string => typeof mark === 'string') : [];
}

async function markOf(userId: string, tag: string): Promise<string> {
  return sha256Hex(`consent ${tag} ${userId}`);
}
