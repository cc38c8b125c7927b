/**
 * Makes room on a full device by deleting these, the cheapest first: game art, the catalogue and histories, receipts of
 * practice, the last known figures. Data that nobody else has (intents, unsent items, receipts of real rounds, the result of
 * the self-test) is never deleted.
 */
import { createDatabase } from './database';
import type { Database } from './database';
import { dropMedia } from './media-cache';
import { PUBLIC_USER } from './schema';
import type { StoreName } from './schema';
import { dropReloadable } from './snapshots';

const FIGURES: ReadonlySet<string> = new Set(['profile', 'account', 'balance', 'bonusWallet', 'self-test']);

/** Returns true if a snapshot is a figure of the player. All others are lists that can be loaded again. */
export function isFigure(userId: string, kind: string): boolean {
  return userId !== PUBLIC_USER && FIGURES.has(kind);
}

async function dropHistories(db: Database): Promise<void> {
  await db.tx(['snapshots'], 'readwrite', async (tx) => {
    const store = tx.objectStore('snapshots');
    for (const key of await store.getAllKeys()) if (!isFigure(...key)) await store.delete(key);
  });
}

export async function dropPracticeReceipts(db: Database): Promise<void> {
  await db.tx(['receipts'], 'readwrite', async (tx) => {
    for (let cursor = await tx.objectStore('receipts').openCursor(); cursor; cursor = await cursor.continue()) {
      if (cursor.value.userId === null) await cursor.delete();
    }
  });
}

const STEPS: readonly ((db: Database) => Promise<unknown>)[] = [dropMedia, dropHistories, dropPracticeReceipts, dropReloadable];

/**
 * Returns how many steps may be taken for a write: two for snapshots and receipts, which are worth little themselves; all for
 * intents and what a player did.
 */
function stepCountFor(stores: readonly StoreName[]): number {
  return stores.every((store) => store === 'snapshots' || store === 'receipts' || store === 'meta') ? 2 : STEPS.length;
}

/** Takes one step to make room for a write into `stores`. Returns false when there is nothing more to delete for it. */
export async function makeRoom(step: number, stores: readonly StoreName[]): Promise<boolean> {
  const drop = step < stepCountFor(stores) ? STEPS[step] : undefined;
  if (!drop) return false;
  // This connection has no `onFull`, because with it making room would ask for room again and again.
  const db = createDatabase();
  await drop(db);
  db.close();
  return true;
}
