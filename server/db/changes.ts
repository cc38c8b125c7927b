/**
 * Announces that something of a player has changed which processes keep in memory for a moment: the session, or the versions of the figures.
 * What a transaction records is announced when it was committed, or when nobody knows whether it was.
 */
import type { Pool, PoolClient } from 'pg';

type Listener = (userId: string) => void;

const listenersByPool = new WeakMap<Pool, Set<Listener>>();
const recordedByClient = new WeakMap<PoolClient, Set<string>>();

const isClient = (database: Pool | PoolClient): database is PoolClient => 'release' in database;

/** Records a change of this player. On a pool it must have been committed; within a transaction it may come before or after this call. */
export function recordChange(database: Pool | PoolClient, userId: string): void {
  if (!isClient(database)) {
    announce(database, userId);
    return;
  }
  const recorded = recordedByClient.get(database);
  if (recorded === undefined) recordedByClient.set(database, new Set([userId]));
  else recorded.add(userId);
}

/** Ends what the transaction of this client has recorded, and announces it unless it was rolled back. */
export function endChanges(pool: Pool, client: PoolClient, { isRolledBack }: { readonly isRolledBack: boolean }): void {
  const recorded = recordedByClient.get(client);
  if (recorded === undefined) return;
  recordedByClient.delete(client);
  if (!isRolledBack) for (const userId of recorded) announce(pool, userId);
}

/** Calls `listener` for each change that is committed through this pool, before the one who made it goes on; it must not throw. */
export function onChange(pool: Pool, listener: Listener): void {
  const listeners = listenersByPool.get(pool);
  if (listeners === undefined) listenersByPool.set(pool, new Set([listener]));
  else listeners.add(listener);
}

function announce(pool: Pool, userId: string): void {
  for (const listener of listenersByPool.get(pool) ?? []) listener(userId);
}
