/** Work that belongs to a transaction and is done only if it was committed, like counting. */
import type { PoolClient } from 'pg';

const pendingWork = new WeakMap<PoolClient, (() => void)[]>();

/** Runs `work` once the transaction of this client is committed; never when it is rolled back, or when nobody knows. It must not throw. */
export function afterCommit(client: PoolClient, work: () => void): void {
  const pending = pendingWork.get(client);
  if (pending === undefined) pendingWork.set(client, [work]);
  else pending.push(work);
}

/** Forgets the work of this client, and returns it. */
export function takeCommitWork(client: PoolClient): readonly (() => void)[] {
  const pending = pendingWork.get(client) ?? [];
  pendingWork.delete(client);
  return pending;
}
