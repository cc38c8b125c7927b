/** Loads the messages to the team and its answers. New messages go through the outbox (`queue` with `send-message`, `send-feedback`). */
import type { Thread } from '../../core/contract/support';
import { listThreads, readThread } from '../../core/contract/support';
import type { Result } from '../../core/errors';
import type { ShapeOutput } from '../../core/schema';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { callAsPlayer, database } from '../index';
import { currentIds } from '../session/ids';

export type Threads = ShapeOutput<typeof listThreads.answer>;

/** The newest 20. `savedAt` is null when the answer is live. */
export function loadThreads(signal: AbortSignal): Promise<Result<Threads>> {
  return callAsPlayer(listThreads, ({ userId }) => ({ params: { userId }, signal }));
}

/** Reads the threads that this device has stored; null where it has none. */
export async function storedThreads(): Promise<Snapshot<Threads> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, 'threads', listThreads.answer);
}

/** Tells the platform that the player has seen the messages up to `lastSeen`. An answer that came later stays unread. */
export function markThreadRead(threadId: string, lastSeen: string): Promise<Result<Thread>> {
  return callAsPlayer(readThread, ({ userId }) => ({ params: { userId, threadId }, query: { lastSeen } }));
}
