/** What the device's store holds, by what it is to a player: how many records, how big about, from when. */
import type { IntentRecord } from '../core/intent';
import { isFinal } from '../core/intent';
import type { Database } from './database';
import { isFigure } from './room';
import { PUBLIC_USER } from './schema';
import type { Envelope } from './schema';

export interface Kept {
  readonly count: number;
  /** About: the records as text. What a browser adds to it on its disk is its own business. */
  readonly bytes: number;
  /** Epoch ms; null where there is none, or no record says from when it is. */
  readonly oldest: number | null;
  readonly newest: number | null;
}

export const NOTHING_KEPT: Kept = { count: 0, bytes: 0, oldest: null, newest: null };

/** One record more. `at` in epoch ms. */
export function withRecord(kept: Kept, bytes: number, at: number | null): Kept {
  return {
    count: kept.count + 1,
    bytes: kept.bytes + bytes,
    oldest: at === null ? kept.oldest : Math.min(kept.oldest ?? at, at),
    newest: at === null ? kept.newest : Math.max(kept.newest ?? at, at),
  };
}

function tally<T>(records: readonly T[], atOf: (record: T) => number | null): Kept {
  return records.reduce((kept, record) => withRecord(kept, JSON.stringify(record).length, atOf(record)), NOTHING_KEPT);
}

export interface Inventory {
  /** Last known figures of the player, and what is public: the catalogue, what the platform can do. */
  readonly figures: Kept;
  readonly histories: Kept;
  readonly receipts: Kept;
  /** What the platform does not know of yet: choices, messages, sign-outs. */
  readonly unsent: Kept;
}

const isHistory = ({ userId, kind }: Envelope) => userId !== PUBLIC_USER && !isFigure(userId, kind);

/** Null where this browser keeps nothing. */
export async function takeInventory(db: Database): Promise<Inventory | null> {
  const read = await db.tx(['snapshots', 'receipts', 'outbox', 'consents', 'revocations'], 'readonly', async (tx) => ({
    snapshots: await tx.objectStore('snapshots').getAll(),
    receipts: await tx.objectStore('receipts').getAll(),
    unsent: [...(await tx.objectStore('outbox').getAll()), ...(await tx.objectStore('consents').getAll())],
    signOuts: await tx.objectStore('revocations').getAll(),
  }));
  if (!read.ok) return null;
  const { snapshots, receipts, unsent, signOuts } = read.value;
  const savedAt = (record: { readonly savedAt: number }) => record.savedAt;
  const at = (record: { readonly at: number }) => record.at;
  const waiting = signOuts.reduce((kept, signOut) => withRecord(kept, JSON.stringify(signOut).length, null), tally(unsent, at));
  return {
    figures: tally(snapshots.filter((snapshot) => !isHistory(snapshot)), savedAt),
    histories: tally(snapshots.filter(isHistory), savedAt),
    receipts: tally(receipts, at),
    unsent: waiting,
  };
}

/** Money keys, under way and ended. */
export function tallyIntents(intents: readonly IntentRecord[]): Kept & { readonly open: number } {
  return { ...tally(intents, ({ at }) => at), open: intents.filter((intent) => !isFinal(intent)).length };
}

/**
 * Deletes what can be had again or is only looked back at: snapshots, receipts, money keys that have ended. What is under way
 * and what is not sent stays. False where this browser keeps nothing.
 */
export async function clearKept(db: Database): Promise<boolean> {
  const cleared = await db.tx(['snapshots', 'receipts', 'intents'], 'readwrite', async (tx) => {
    await tx.objectStore('snapshots').clear();
    await tx.objectStore('receipts').clear();
    for (let cursor = await tx.objectStore('intents').openCursor(); cursor; cursor = await cursor.continue()) {
      if (isFinal(cursor.value)) await cursor.delete();
    }
  });
  return cleared.ok;
}
