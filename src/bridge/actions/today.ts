/** Loads what waits for people at the desk, and keeps it on the device, so that the desk opens without a connection. */
import { readToday, today } from '../../core/contract/today';
import type { Today } from '../../core/contract/today';
import type { Result } from '../../core/errors';
import { readFence } from '../../data/fence-entry';
import type { Snapshot } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { database } from '../index';
import { currentIds } from '../session/ids';
import { callAtDesk } from './desk-call';

const KIND = 'desk-today';

export async function loadToday(signal: AbortSignal): Promise<Result<Today>> {
  const fence = await readFence(database);
  const result = await callAtDesk(readToday, () => ({ signal, noStore: true }));
  const userId = currentIds()?.userId;
  if (result.ok && fence !== null && userId !== undefined) {
    await putSnapshot(database, { userId, kind: KIND, data: result.data, savedAt: Date.now(), etag: null, balanceVersion: null }, fence.epoch, today);
  }
  return result;
}

/** What this device knows of it; null where it knows nothing. */
export async function storedToday(): Promise<Snapshot<Today> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, KIND, today);
}
