/** The entry of `meta` that says whose data may be on this device; `fence.ts` changes it. */
import type { Database, Tx } from './database';
import type { Fence } from './schema';

const FENCE_KEY = 'fence';
const START: Fence = { epoch: 0, userId: null };

function isFence(value: unknown): value is Fence {
  if (typeof value !== 'object' || value === null || !('epoch' in value) || !('userId' in value)) return false;
  return typeof value.epoch === 'number' && (value.userId === null || typeof value.userId === 'string');
}

export async function fenceIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<Fence> {
  const value: unknown = await tx.objectStore('meta').get(FENCE_KEY);
  return isFence(value) ? value : START;
}

export async function writeFence(tx: Tx<'readwrite'>, fence: Fence): Promise<void> {
  await tx.objectStore('meta').put(fence, FENCE_KEY);
}

/** Reads the fence; null where this browser stores nothing. */
export async function readFence(db: Database): Promise<Fence | null> {
  const read = await db.tx(['meta'], 'readonly', fenceIn);
  return read.ok ? read.value : null;
}
