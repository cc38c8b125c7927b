/**
 * Whose data may be on this device. Sign-in, sign-out and a switch raise the epoch in the same transaction that
 * deletes what was there, and every write checks it in its own: an answer that was under way for one player can't be
 * stored for the next.
 */
import type { Database, Tx, TxResult } from './database';
import { PUBLIC_USER } from './schema';
import type { Fence } from './schema';

const FENCE_KEY = 'fence';
const START: Fence = { epoch: 0, userId: null };

function isFence(value: unknown): value is Fence {
  if (typeof value !== 'object' || value === null || !('epoch' in value) || !('userId' in value)) return false;
  return typeof value.epoch === 'number' && (value.userId === null || typeof value.userId === 'string');
}

export async function fenceIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<Fence> {
  const stored: unknown = await tx.objectStore('meta').get(FENCE_KEY);
  return isFence(stored) ? stored : START;
}

export async function writeFence(tx: Tx<'readwrite'>, fence: Fence): Promise<void> {
  await tx.objectStore('meta').put(fence, FENCE_KEY);
}

/** The fence as it stands; null where nothing is kept. */
export async function readFence(db: Database): Promise<Fence | null> {
  const read = await db.tx(['meta'], 'readonly', fenceIn);
  return read.ok ? read.value : null;
}

/** Deletes what `goes` says of every record, without loading more than one at a time. */
async function sweep(
  tx: Tx<'readwrite'>,
  store: 'snapshots' | 'intents' | 'outbox' | 'consents' | 'receipts',
  goes: (userId: string | null) => boolean,
): Promise<void> {
  for (let cursor = await tx.objectStore(store).openCursor(); cursor; cursor = await cursor.continue()) {
    if (goes(cursor.value.userId)) await cursor.delete();
  }
}

interface Raise {
  /** Who is signed in from now on; null for nobody. */
  readonly userId: string | null;
  /** Whose unsent things and open money stay (a session that ended without the player asking). Default: `userId`'s. */
  readonly keepQueuesOf?: string | null;
}

/**
 * Raises the epoch. All snapshots of players go; intents, outbox, consents and receipts of everybody else go; practice
 * receipts and public snapshots stay.
 */
export function raiseEpoch(db: Database, { userId, keepQueuesOf = userId }: Raise): Promise<TxResult<Fence>> {
  return db.tx(['meta', 'snapshots', 'intents', 'outbox', 'consents', 'receipts'], 'readwrite', async (tx) => {
    const fence: Fence = { epoch: (await fenceIn(tx)).epoch + 1, userId };
    await writeFence(tx, fence);
    await sweep(tx, 'snapshots', (owner) => owner !== PUBLIC_USER);
    for (const store of ['intents', 'outbox', 'consents'] as const) await sweep(tx, store, (owner) => owner !== keepQueuesOf);
    await sweep(tx, 'receipts', (owner) => owner !== null && owner !== keepQueuesOf);
    return fence;
  });
}

/** Nothing of the player is left on the device but the promise to end the session (see revocations). */
export function wipePlayer(db: Database): Promise<TxResult<Fence>> {
  return raiseEpoch(db, { userId: null });
}

/** At start: the fence is that of the session found. Raised when it is another's, or nobody's. */
export async function ensureFence(db: Database, userId: string): Promise<void> {
  const fence = await readFence(db);
  if (fence && fence.userId !== userId) await raiseEpoch(db, { userId });
}
