/** Counts what the device's database holds, grouped by what it is to a player: how many records, about how big, from when. */
import type { IntentRecord } from '../core/intent';
import { isFinal } from '../core/intent';
import type { Database } from './database';
import { guestFeedbackIn } from './guest-feedback';
import { isFigure } from './room';
import { PUBLIC_USER } from './schema';
import type { Snapshot } from './schema';
import { SEEN_SEEDS_ENTRY } from './seen-seeds-entry';
import { setAsideIn } from './set-aside';

export interface Tally {
  readonly count: number;
  /** The approximate size, that of the records as text. A browser may use more on its disk. */
  readonly bytes: number;
  /** Epoch ms; null where there is none, or no record says from when it is. */
  readonly oldest: number | null;
  readonly newest: number | null;
}

export const EMPTY_TALLY: Tally = { count: 0, bytes: 0, oldest: null, newest: null };

/** Adds a record to a tally. `at` in epoch ms. */
export function withRecord(tally: Tally, bytes: number, at: number | null): Tally {
  return {
    count: tally.count + 1,
    bytes: tally.bytes + bytes,
    oldest: at === null ? tally.oldest : Math.min(tally.oldest ?? at, at),
    newest: at === null ? tally.newest : Math.max(tally.newest ?? at, at),
  };
}

function tallyOf<T>(records: readonly T[], atOf: (record: T) => number | null): Tally {
  return records.reduce((tally, record) => withRecord(tally, JSON.stringify(record).length, atOf(record)), EMPTY_TALLY);
}

export interface Inventory {
  /** Last known figures of the player, and what is public: the catalogue, what the platform can do. */
  readonly figures: Tally;
  readonly histories: Tally;
  /** Receipts of rounds. Their bytes include what was seen of their seeds. */
  readonly receipts: Tally;
  /** Things that the platform does not know of yet: choices, messages, sign-outs, what guests wrote, breaks of other players. */
  readonly unsent: Tally;
}

/** Adds the size of data that belong to the records but are no record. */
function withBytes(tally: Tally, more: unknown): Tally {
  return more === undefined ? tally : { ...tally, bytes: tally.bytes + JSON.stringify(more).length };
}

const isHistory = ({ userId, kind }: Snapshot) => userId !== PUBLIC_USER && !isFigure(userId, kind);

/** Counts all of it; null where this browser stores nothing. */
export async function takeInventory(db: Database): Promise<Inventory | null> {
  const read = await db.tx(['snapshots', 'receipts', 'outbox', 'consents', 'revocations', 'meta'], 'readonly', async (tx) => ({
    snapshots: await tx.objectStore('snapshots').getAll(),
    receipts: await tx.objectStore('receipts').getAll(),
    unsent: [
      ...(await tx.objectStore('outbox').getAll()), ...(await tx.objectStore('consents').getAll()),
      ...(await guestFeedbackIn(tx)), ...(await setAsideIn(tx)),
    ],
    seenSeeds: await tx.objectStore('meta').get(SEEN_SEEDS_ENTRY),
    signOuts: (await tx.objectStore('revocations').getAll()).filter(({ isRefused }) => !isRefused),
  }));
  if (!read.ok) return null;
  const { snapshots, receipts, unsent, seenSeeds, signOuts } = read.value;
  const savedAt = (record: { readonly savedAt: number }) => record.savedAt;
  const at = (record: { readonly at: number }) => record.at;
  const unsentTally = signOuts.reduce((tally, signOut) => withRecord(tally, JSON.stringify(signOut).length, null), tallyOf(unsent, at));
  return {
    figures: tallyOf(snapshots.filter((snapshot) => !isHistory(snapshot)), savedAt),
    histories: tallyOf(snapshots.filter(isHistory), savedAt),
    receipts: withBytes(tallyOf(receipts, at), seenSeeds),
    unsent: unsentTally,
  };
}

/** Counts intents, open and ended. */
export function tallyIntents(intents: readonly IntentRecord[]): Tally & { readonly open: number } {
  return { ...tallyOf(intents, ({ at }) => at), open: intents.filter((intent) => !isFinal(intent)).length };
}

/**
 * Deletes what can be loaded again or is only looked back at: snapshots (with the result of the self-test), receipts with what
 * was seen of their seeds, and intents that have ended. Open intents and unsent items stay. Returns false where this browser
 * stores nothing.
 */
export async function clearRecords(db: Database): Promise<boolean> {
  const write = await db.tx(['snapshots', 'receipts', 'intents', 'meta'], 'readwrite', async (tx) => {
    await tx.objectStore('meta').delete(SEEN_SEEDS_ENTRY);
    await tx.objectStore('snapshots').clear();
    await tx.objectStore('receipts').clear();
    for (let cursor = await tx.objectStore('intents').openCursor(); cursor; cursor = await cursor.continue()) {
      if (isFinal(cursor.value)) await cursor.delete();
    }
  });
  return write.ok;
}
