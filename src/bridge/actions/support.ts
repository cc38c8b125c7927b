/** Messages to the team and its answers. What is written goes through the outbox (`queue` with `send-message`, `send-feedback`). */
import type { Thread } from '../../core/contract/support';
import type { Result } from '../../core/errors';
import { READ_THREAD, THREADS, threadsShape } from '../../core/shapes/support';
import type { ShapeOutput } from '../../core/shapes/shape';
import type { Envelope } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { database } from '../database';
import { callAsPlayer, currentIds } from '../platform';

export type Threads = ShapeOutput<typeof threadsShape>;

/** The newest 20. `savedAt` is null when the answer is live. */
export function loadThreads(signal: AbortSignal): Promise<Result<Threads>> {
  return callAsPlayer(THREADS, ({ userId }) => ({ params: { userId }, signal }));
}

/** As this device has them, without asking anybody; null when it has none. */
export async function storedThreads(): Promise<Envelope<Threads> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, 'threads', threadsShape);
}

/** The player has seen the answers. */
export function markThreadRead(threadId: string): Promise<Result<Thread>> {
  return callAsPlayer(READ_THREAD, ({ userId }) => ({ params: { userId, threadId } }));
}
