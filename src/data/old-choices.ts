/**
 * Builds before the outbox kept what a player chose about consents in a store of its own, and a tab of such a build may
 * still be open. The store stays, and what is in it moves: no upgrade of the database, so no tab is locked out.
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
    // The same key whichever tab moves it: one player chooses about one tag once in a moment.
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
