/** Stores the outbox on the device: what a player chose, until the platform knows it. It is bounded, and no record is ever money. */
import { isOutboxItem } from '../core/outbox/item';
import type { OutboxItem } from '../core/outbox/item';
import { membersOf } from '../core/outbox/kind-type';
import type { StoredChanges } from '../core/outbox/kind-type';
import { PLAYER_KINDS } from '../core/outbox/kinds';
import { planAddition } from '../core/outbox/queue';
import type { AddRefusal } from '../core/outbox/queue';
import type { Database, Tx } from './database';
import { fenceIn } from './fence-entry';
import { SNAPSHOT_VERSION } from './schema';

export interface NewOutboxItem {
  readonly userId: string;
  readonly kind: string;
  readonly body: unknown;
  /** `Idempotency-Key` of every try. */
  readonly key: string;
  /** Epoch ms. */
  readonly at: number;
}

/** `not-stored`: this browser stores nothing, or the player is not the one signed in any more. */
export type AddResult =
  | { readonly ok: true; readonly item: OutboxItem }
  | { readonly ok: false; readonly because: AddRefusal | 'not-stored' };

async function itemsIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>, userId: string): Promise<readonly OutboxItem[]> {
  const all: readonly unknown[] = await tx.objectStore('outbox').getAll();
  return all.filter((item): item is OutboxItem => isOutboxItem(item) && item.userId === userId);
}

function isSameChoice(before: OutboxItem, kind: string, body: unknown): boolean {
  return before.kind === kind && before.state === 'waiting' && JSON.stringify(before.body) === JSON.stringify(body);
}

/** Stores an item in place of those that it replaces. When the result is ok, the item will be there after a crash. */
export async function addToOutbox(db: Database, { userId, kind, body, key, at }: NewOutboxItem): Promise<AddResult> {
  const write = await db.tx(
    ['meta', 'outbox'],
    'readwrite',
    async (tx): Promise<AddResult> => {
      if ((await fenceIn(tx)).userId !== userId) return { ok: false, because: 'not-stored' };
      const addition = planAddition({ kind, body }, await itemsIn(tx, userId), PLAYER_KINDS);
      if (!addition.ok) return addition;
      const store = tx.objectStore('outbox');
      for (const { id } of addition.replaces) if (id !== undefined) await store.delete(id);
      // A player who makes the same choice again while its item waits gets the same key, because the platform may have that item already,
      // with its answer lost.
      const same = addition.replaces.find((before) => isSameChoice(before, kind, addition.body));
      const item: OutboxItem = {
        userId, kind, slot: addition.slot, key: same?.key ?? key, body: addition.body, at: same?.at ?? at, state: 'waiting', problem: null,
      };
      return { ok: true, item: { ...item, id: await store.add(item) } };
    },
    'strict',
  );
  return write.ok ? write.value : { ok: false, because: 'not-stored' };
}

/** Reads the items of a player, oldest first; none of a player who is not signed in. */
export async function outboxOf(db: Database, userId: string): Promise<readonly OutboxItem[]> {
  const read = await db.tx(['meta', 'outbox'], 'readonly', async (tx) =>
    (await fenceIn(tx)).userId === userId ? itemsIn(tx, userId) : [],
  );
  return read.ok ? read.value : [];
}

/** Deletes an item that was sent, taken back by the player, or read. A later item in the same slot stays. */
export async function removeFromOutbox(db: Database, { id }: Pick<OutboxItem, 'id'>): Promise<void> {
  if (id !== undefined) await db.tx(['outbox'], 'readwrite', (tx) => tx.objectStore('outbox').delete(id));
}

/**
 * The entry of `meta` with the keys of the binding items that the platform has taken. By it a tab that still has a copy of such
 * an item learns that the item was not lost.
 */
const TAKEN_ENTRY = 'taken-protection';
const MAX_TAKEN_KEYS = 50;

async function takenKeysIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<readonly unknown[]> {
  const value: unknown = await tx.objectStore('meta').get(TAKEN_ENTRY);
  const keys: readonly unknown[] = Array.isArray(value) ? value : [];
  return keys;
}

export interface OutboxReading {
  readonly items: readonly OutboxItem[];
  /** The keys of the binding items that the platform has taken. */
  readonly takenKeys: readonly unknown[];
}

/** Reads the outbox of a player, oldest first. Null where this device stores nothing, or another player is signed in on it. */
export async function readOutbox(db: Database, userId: string): Promise<OutboxReading | null> {
  const read = await db.tx(['meta', 'outbox'], 'readonly', async (tx) => {
    const fence = await fenceIn(tx);
    // A database that the browser has made anew belongs to nobody yet.
    return fence.userId === userId || fence.epoch === 0 ? { items: await itemsIn(tx, userId), takenKeys: await takenKeysIn(tx) } : null;
  });
  return read.ok ? read.value : null;
}

/** The parts of an answer that are stored when an item was sent. */
interface ItemAnswer {
  readonly changes: StoredChanges;
  /** Epoch ms at which the answer came, by the best estimate of the right time. */
  readonly savedAt: number;
  /** The same moment by this device's own clock. */
  readonly wallAt: number;
  readonly binds: boolean;
}

/**
 * Deletes an item that was sent, and stores in the same transaction what the answer changed, so that a break or a limit that
 * held because the item waited goes on to hold.
 */
export async function settleInOutbox(db: Database, { id, userId, key }: OutboxItem, { changes, savedAt, wallAt, binds }: ItemAnswer): Promise<void> {
  if (id === undefined || userId === null) return;
  await db.tx(['meta', 'outbox', 'snapshots'], 'readwrite', async (tx) => {
    await tx.objectStore('outbox').delete(id);
    if (binds) await tx.objectStore('meta').put([...(await takenKeysIn(tx)), key].slice(-MAX_TAKEN_KEYS), TAKEN_ENTRY);
    if ((await fenceIn(tx)).userId !== userId) return;
    const store = tx.objectStore('snapshots');
    for (const [kind, { members, isWhole = false }] of Object.entries(changes)) {
      const before = await store.get([userId, kind]);
      if (!before && !isWhole) continue;
      const data = { ...membersOf(before?.data), ...members };
      // An answer with only a part of the snapshot does not make the rest newer.
      const at = isWhole || !before ? { savedAt, wallAt } : {};
      await store.put({ userId, kind, balanceVersion: null, savedAt, ...before, ...at, v: SNAPSHOT_VERSION, etag: null, data });
    }
  });
}

/** Stores the platform's answer to an item. Does nothing where the item is gone. */
export async function markInOutbox(db: Database, item: OutboxItem): Promise<void> {
  await db.tx(['outbox'], 'readwrite', async (tx) => {
    const store = tx.objectStore('outbox');
    if (item.id !== undefined && (await store.getKey(item.id)) !== undefined) await store.put(item);
  });
}
