/**
 * Keeps the fence, which says whose data may be on this device. Sign-in, sign-out and a switch of players raise its epoch in the
 * same transaction that deletes the data. Every write checks the epoch in its own transaction, so an answer that was under way
 * for one player can't be stored for the next.
 */
import type { Database, Tx, TxResult } from './database';
import { fenceIn, readFence, writeFence } from './fence-entry';
import { PUBLIC_USER } from './schema';
import type { Fence } from './schema';
import { dropSeedsOfOthers } from './seen-seeds-entry';
import { setAside, restoreSetAside } from './set-aside';

export { fenceIn, readFence, writeFence };

/** This many receipts are read in one transaction, because the slowest phone handles as many within its deadline. */
const RECEIPTS_AT_ONCE = 100;
/** The keys `[userId, …]` of all players below this one, and of all above. An array sorts behind every text. */
const keysBelow = (userId: string) => IDBKeyRange.upperBound([userId], true);
const keysAbove = (userId: string) => IDBKeyRange.lowerBound([userId, []]);

interface Records<Key> {
  delete(range: IDBKeyRange | Key): Promise<void>;
}

/** Deletes the records for which `isDropped` is true. `records` are in the order of their keys, so neighbours are deleted by one request. */
async function dropRuns<T, Key extends IDBValidKey>(
  store: Records<Key>,
  records: readonly T[],
  keyOf: (record: T) => Key,
  isDropped: (record: T) => boolean,
): Promise<void> {
  const runs: { readonly first: Key; last: Key }[] = [];
  let run: { readonly first: Key; last: Key } | null = null;
  for (const record of records) {
    if (!isDropped(record)) run = null;
    else if (run) run.last = keyOf(record);
    else {
      run = { first: keyOf(record), last: keyOf(record) };
      runs.push(run);
    }
  }
  await Promise.all(runs.map(({ first, last }) => store.delete(IDBKeyRange.bound(first, last))));
}

/**
 * Deletes the intents, the outbox items and the consents of everybody but the owner. Items that protect a player are set aside; those of
 * the leaving player are not, because whoever signs out was warned that they are lost.
 */
async function dropQueues(tx: Tx<'readwrite'>, ownerId: string | null, leavingUserId: string | null): Promise<void> {
  const [intents, outbox, consents] = [tx.objectStore('intents'), tx.objectStore('outbox'), tx.objectStore('consents')];
  await dropSeedsOfOthers(tx, ownerId);
  if (ownerId === null) {
    await setAside(tx, (await outbox.getAll()).filter(({ userId }) => userId !== leavingUserId));
    await Promise.all([intents.clear(), outbox.clear(), consents.clear()]);
    return;
  }
  await Promise.all([consents.delete(keysBelow(ownerId)), consents.delete(keysAbove(ownerId))]);
  await dropRuns(intents, await intents.getAll(), ({ key }) => key, ({ userId }) => userId !== ownerId);
  const [items, ids] = await Promise.all([outbox.getAll(), outbox.getAllKeys()]);
  const isDropped = (_: number, at: number) => items[at]?.userId !== ownerId;
  await setAside(tx, items.filter(({ userId }) => userId !== ownerId));
  await Promise.all(ids.filter(isDropped).map((id) => outbox.delete(id)));
}

/** Deletes the receipts of everybody but the owner, some at a time, and stops when the fence has changed. Receipts of practice stay. */
async function dropReceipts(db: Database, fence: Fence, ownerId: string | null): Promise<TxResult<null>> {
  for (let after: string | null = null; ; ) {
    const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true);
    const step: TxResult<string | null> = await db.tx(['meta', 'receipts'], 'readwrite', async (tx) => {
      // Another player who signed in since has wiped the device again, and their receipts are not known here.
      if ((await fenceIn(tx)).userId !== fence.userId) return null;
      const store = tx.objectStore('receipts');
      const batch = await store.getAll(range, RECEIPTS_AT_ONCE);
      await dropRuns(store, batch, ({ roundId }) => roundId, ({ userId }) => userId !== null && userId !== ownerId);
      return batch.length < RECEIPTS_AT_ONCE ? null : (batch.at(-1)?.roundId ?? null);
    });
    if (!step.ok) return step;
    if (step.value === null) return { ok: true, value: null };
    after = step.value;
  }
}

export interface EpochRaise {
  /** The player who is signed in from now on; null for nobody. */
  readonly userId: string | null;
  /** The player whose intents and outbox stay, because the platform ended their session. Default: `userId`. */
  readonly keepQueuesOf?: string | null;
  /** True: only snapshots are deleted. Whose queues may go depends on the player who signs in next. */
  readonly keepAllQueues?: boolean;
  /** Called inside the transaction. False stops the change, because a later one has overtaken it. */
  readonly isCurrent?: () => boolean;
}

interface RaisedEpoch {
  /** The fence as it stands now. */
  readonly fence: Fence;
  /** True: `isCurrent` was false, so nothing was changed. */
  readonly isOvertaken: boolean;
}

/**
 * Raises the epoch. Deletes the snapshots of all players, and the intents, outbox, consents and receipts of everybody else.
 * Items that protect a player are set aside; practice receipts and public snapshots stay. There may be many receipts, so they
 * are deleted last: a phone that is too slow for them has at least deleted the rest. The result is ok only when everything was
 * deleted, or a later change has overtaken this one.
 */
export async function raiseEpoch(db: Database, raise: EpochRaise): Promise<TxResult<RaisedEpoch>> {
  const { userId, keepQueuesOf = userId, keepAllQueues = false, isCurrent = () => true } = raise;
  const result = await db.tx(['meta', 'snapshots', 'intents', 'outbox', 'consents'], 'readwrite', async (tx) => {
    const before = await fenceIn(tx);
    if (!isCurrent()) return { fence: before, isOvertaken: true, keepsReceipts: true };
    const fence: Fence = { epoch: before.epoch + 1, userId };
    await writeFence(tx, fence);
    await tx.objectStore('snapshots').delete(keysAbove(PUBLIC_USER));
    if (!keepAllQueues) await dropQueues(tx, keepQueuesOf, before.userId);
    if (userId !== null) await restoreSetAside(tx, userId);
    return { fence, isOvertaken: false, keepsReceipts: keepAllQueues };
  });
  if (!result.ok) return result;
  const { fence, isOvertaken, keepsReceipts } = result.value;
  const receipts = keepsReceipts ? null : await dropReceipts(db, fence, keepQueuesOf);
  return receipts === null || receipts.ok ? { ok: true, value: { fence, isOvertaken } } : receipts;
}

/** Deletes everything of the player. Only sign-outs that wait for a connection stay, because they name no player (see `revocations.ts`). */
export function wipePlayer(db: Database): Promise<TxResult<RaisedEpoch>> {
  return raiseEpoch(db, { userId: null });
}

/**
 * Sets the fence to the session that was found at the start: calls `changeHands` where the fence names another player or
 * nobody. Opening the database may take so long that the session changes meanwhile; then `isCurrent` is false and nothing is
 * raised.
 */
export async function ensureFence(
  db: Database,
  userId: string,
  isCurrent: () => boolean = () => true,
  changeHands: (raise: EpochRaise) => Promise<unknown> = (raise) => raiseEpoch(db, raise),
): Promise<void> {
  const fence = await readFence(db);
  if (fence && fence.userId !== userId && isCurrent()) await changeHands({ userId, isCurrent });
}
