/**
 * Stores the result of the self-test, which is never sent to the platform. A player's is stored with their snapshots and is
 * deleted with them at sign-out; a guest's is in memory, for this visit.
 */
import { selfTest } from '../../core/self-test';
import type { SelfTest } from '../../core/self-test';
import { readFence } from '../../data/fence-entry';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { inputOf, keepInput } from '../../state/form-input';
import { database } from '../index';
import { currentIds } from '../session/ids';

const KIND = 'self-test';

/** Reads the result; null where there is none. */
export async function readSelfTest(): Promise<SelfTest | null> {
  const userId = currentIds()?.userId;
  if (userId !== undefined) return (await getSnapshot(database, userId, KIND, selfTest))?.data ?? null;
  const parsed = selfTest.safeParse(inputOf<SelfTest>(KIND));
  return parsed.success ? parsed.data : null;
}

/** Stores the result. Returns false where this browser stores nothing, so that the result is gone when the player leaves the page. */
export async function keepSelfTest(test: SelfTest): Promise<boolean> {
  const userId = currentIds()?.userId;
  if (userId === undefined) {
    keepInput(KIND, test);
    return true;
  }
  const fence = await readFence(database);
  const snapshot = { userId, kind: KIND, savedAt: test.at, etag: null, balanceVersion: null, data: test };
  return fence !== null && putSnapshot(database, snapshot, fence.epoch, selfTest);
}

export async function dropSelfTest(): Promise<void> {
  const userId = currentIds()?.userId;
  if (userId === undefined) {
    keepInput(KIND, undefined);
    return;
  }
  await database.tx(['snapshots'], 'readwrite', (tx) => tx.objectStore('snapshots').delete([userId, KIND]));
}
