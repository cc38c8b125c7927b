/**
 * Stores how far the platform's clock is from the device's, where it is more than a few seconds (`core/clock`), so that stored
 * answers have their true age when the app opens without a connection. The record belongs to no player.
 */
import type { Database } from './database';

const SKEW_KEY = 'clock-skew';

interface Skew {
  /** Ms to add to the device's clock. */
  readonly skewMs: number;
  /** Epoch ms by the device's clock. */
  readonly learntAt: number;
}

function isSkew(value: unknown): value is Skew {
  if (typeof value !== 'object' || value === null || !('skewMs' in value) || !('learntAt' in value)) return false;
  return Number.isFinite(value.skewMs) && Number.isFinite(value.learntAt);
}

/** Reads in a transaction the ms to add to the device's clock; 0 where nothing is stored. */
export async function clockSkewIn(tx: { objectStore(name: 'meta'): { get(key: string): Promise<unknown> } }): Promise<number> {
  const skew = await tx.objectStore('meta').get(SKEW_KEY);
  return isSkew(skew) ? skew.skewMs : 0;
}

/**
 * Reads the ms to add to the device's clock, which says `wall` (epoch ms) now; 0 where nothing is stored, or where that clock
 * has been set back since.
 */
export async function readClockSkew(db: Database, wall: number): Promise<number> {
  const read = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(SKEW_KEY));
  const skew = read.ok && isSkew(read.value) ? read.value : null;
  return skew === null || wall < skew.learntAt ? 0 : skew.skewMs;
}

export async function keepClockSkew(db: Database, skewMs: number, wall: number): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const meta = tx.objectStore('meta');
    if (skewMs === 0) await meta.delete(SKEW_KEY);
    else await meta.put({ skewMs, learntAt: wall } satisfies Skew, SKEW_KEY);
  });
}
