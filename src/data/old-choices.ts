/**
 * Moves choices about consents out of the store in which builds without an outbox kept them. The store itself stays, because a
 * tab of such a build may be open, and an upgrade of the database would lock it out.
 */
import type { Database } from './database';
import { fenceIn } from './fence-entry';
import { addToOutbox, outboxOf } from './outbox';

/** Moves the choices of the signed-in player into the outbox, in their order. True when there were any. */
export async function moveOldChoices(db: Database, userId: string): Promise<boolean> {
  const read = await db.tx(['meta', 'consents'], 'readonly', async (tx) =>
    (await fenceIn(tx)).userId === userId ? tx.objectStore('consents').getAll() : [],
  );
  const choices = read.ok ? read.value.filter((each) => each.userId === userId).sort((a, b) => a.at - b.at) : [];
  const queuedItems = choices.length > 0 ? await outboxOf(db, userId) : [];
  for (const { tag, choice, at } of choices) {
    const isOvertaken = queuedItems.some((item) => item.slot === `consent:${tag}` && item.at > at);
    const kind = choice === 'withdrawn' ? 'withdraw-consent' : 'give-consent';
    // The key is the same whichever tab moves the choice, so the platform takes it once. A player makes one choice about one tag
    // at one moment.
    const key = `old-choice-${tag}-${Math.trunc(at)}`;
    const addition = isOvertaken ? null : await addToOutbox(db, { userId, kind, body: { tag }, key, at });
    if (addition?.ok === false && addition.because !== 'unfit') return true;
    await db.tx(['consents'], 'readwrite', async (tx) => {
      const store = tx.objectStore('consents');
      if ((await store.get([userId, tag]))?.at === at) await store.delete([userId, tag]);
    });
  }
  return choices.length > 0;
}
