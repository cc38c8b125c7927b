/**
 * Stores money intents before anything is sent, with the strictest durability there is. Where IndexedDB stores nothing they go
 * to local storage (pages only), because nobody can ask what became of money whose key is lost.
 */
import { isFinal } from '../core/intent';
import type { IntentRecord } from '../core/intent';
import { isIntentRecord } from '../core/intent-guard';
import type { Database } from './database';
import { fenceIn } from './fence-entry';
import { readFallback, writeFallback } from './intents-fallback';
import type { FallbackStorage } from './intents-fallback';

/** Intents that have ended are stored for this long, so that a page that comes back can say what became of them. */
export const ENDED_LIFE_MS = 24 * 60 * 60 * 1000;
/** An intent of a round has about 1.5 KB, so a slow phone reads this many within a few milliseconds. */
export const INTENTS_AT_ONCE = 50;

export interface IntentRecords {
  /** Returns true when the record will be there after a crash; false where this browser stores nothing, or the player is not signed in. */
  put(intent: IntentRecord): Promise<boolean>;
  /** Writes into the fallback at once, whoever the fence names. Returns true when the record is there. */
  putInFallback(intent: IntentRecord): boolean;
  get(key: string): Promise<IntentRecord | null>;
  /** All intents of one player, oldest first; there may be thousands. */
  listOf(userId: string): Promise<readonly IntentRecord[]>;
  /**
   * Passes the intents of one player to `take` in slices and in no order, so that thousands of ended rounds hold up nothing.
   * Deletes those that ended long ago on the way. Stops when `take` returns false.
   */
  eachSlice(userId: string, nowMs: number, take: (batch: readonly IntentRecord[]) => boolean): Promise<void>;
  /** Returns true where any player has an intent here. */
  hasAny(): Promise<boolean>;
  /** Deletes the intents that ended long ago. */
  prune(userId: string, nowMs: number): Promise<void>;
  /** Deletes everything in the fallback but `ownerId`'s; the fence wipes IndexedDB. */
  wipeFallback(ownerId?: string | null): void;
}

interface IntentSlice {
  readonly intents: readonly IntentRecord[];
  /** The key to give as `after` for the next slice; null at the end. */
  readonly next: string | null;
}

/** Returns null where this browser stores nothing. */
async function readSlice(db: Database, after: string | null): Promise<IntentSlice | null> {
  const range = after === null ? null : IDBKeyRange.lowerBound(after, true);
  const read = await db.tx(['intents'], 'readonly', (tx) => tx.objectStore('intents').getAll(range, INTENTS_AT_ONCE));
  if (!read.ok) return null;
  const records: readonly unknown[] = read.value;
  return { intents: records.filter(isIntentRecord), next: read.value.length < INTENTS_AT_ONCE ? null : (read.value.at(-1)?.key ?? null) };
}

export function createIntentRecords(db: Database, fallback: FallbackStorage | null): IntentRecords {
  const others = (key: string) => readFallback(fallback).filter((intent) => intent.key !== key);

  const putInFallback = (intent: IntentRecord) => writeFallback(fallback, [...others(intent.key), intent]);

  async function listOf(userId: string): Promise<readonly IntentRecord[]> {
    const read = await db.tx(['intents'], 'readonly', (tx) => tx.objectStore('intents').getAll());
    const records: readonly unknown[] = read.ok ? read.value : [];
    const byKey = new Map(records.filter(isIntentRecord).map((intent) => [intent.key, intent]));
    for (const intent of readFallback(fallback)) byKey.set(intent.key, intent);
    return [...byKey.values()].filter((intent) => intent.userId === userId).sort((a, b) => a.at - b.at);
  }

  async function drop(keys: ReadonlySet<string>): Promise<void> {
    await db.tx(['intents'], 'readwrite', async (tx) => {
      for (const key of keys) await tx.objectStore('intents').delete(key);
    });
    const fallbackIntents = readFallback(fallback);
    const rest = fallbackIntents.filter(({ key }) => !keys.has(key));
    if (rest.length < fallbackIntents.length) writeFallback(fallback, rest);
  }

  async function eachSlice(userId: string, nowMs: number, take: (batch: readonly IntentRecord[]) => boolean): Promise<void> {
    const fallbackIntents = readFallback(fallback);
    // The copy in the fallback is the newer one.
    const fallbackKeys = new Set(fallbackIntents.map(({ key }) => key));

    /** Returns false when `take` wants no more. */
    async function takeBatch(batch: readonly IntentRecord[]): Promise<boolean> {
      const old = batch.filter((intent) => isFinal(intent) && intent.at < nowMs - ENDED_LIFE_MS);
      if (old.length > 0) await drop(new Set(old.map(({ key }) => key)));
      return take(batch.filter((intent) => !old.includes(intent)));
    }

    if (!(await takeBatch(fallbackIntents.filter((intent) => intent.userId === userId)))) return;
    for (let after: string | null = null; ; ) {
      const slice: IntentSlice | null = await readSlice(db, after);
      if (slice === null) return;
      const ownIntents = slice.intents.filter((intent) => intent.userId === userId && !fallbackKeys.has(intent.key));
      if (!(await takeBatch(ownIntents)) || slice.next === null) return;
      after = slice.next;
    }
  }

  return {
    listOf,
    eachSlice,
    async hasAny() {
      if (readFallback(fallback).length > 0) return true;
      const read = await db.tx(['intents'], 'readonly', (tx) => tx.objectStore('intents').count());
      return read.ok && read.value > 0;
    },
    async put(intent) {
      const write = await db.tx(
        ['meta', 'intents'],
        'readwrite',
        async (tx) => {
          const { epoch, userId } = await fenceIn(tx);
          // The player has signed out meanwhile, so nothing of theirs is written to this device any more. Epoch 0 means that the
          // browser deleted the database under an open page; its money is written down as before.
          if (userId !== intent.userId && epoch > 0) return false;
          await tx.objectStore('intents').put(intent);
          return true;
        },
        'strict',
      );
      if (!write.ok) return putInFallback(intent);
      const rest = others(intent.key);
      const isInFallback = rest.length !== readFallback(fallback).length;
      // A copy in the fallback is kept up to date. A sign-out deletes it.
      if (!write.value) return isInFallback && putInFallback(intent);
      if (isInFallback) writeFallback(fallback, rest);
      return true;
    },
    putInFallback,
    async get(key) {
      const fallbackIntent = readFallback(fallback).find((intent) => intent.key === key);
      if (fallbackIntent) return fallbackIntent;
      const read = await db.tx(['intents'], 'readonly', (tx) => tx.objectStore('intents').get(key));
      return read.ok && isIntentRecord(read.value) ? read.value : null;
    },
    async prune(userId, nowMs) {
      const old = (await listOf(userId)).filter((intent) => isFinal(intent) && intent.at < nowMs - ENDED_LIFE_MS);
      if (old.length === 0) return;
      await drop(new Set(old.map(({ key }) => key)));
    },
    wipeFallback(ownerId = null) {
      writeFallback(fallback, ownerId === null ? [] : readFallback(fallback).filter(({ userId }) => userId === ownerId));
    },
  };
}
