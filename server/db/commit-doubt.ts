/**
 * Remembers of each pool that a commit on it was not confirmed: it came with a warning, or not in time. The primary may then have lost its
 * standby, and what it says now may be gone after a failover. A later commit that comes through proves those before it, because a standby
 * takes them in their order.
 */
import type { Pool } from 'pg';
import { CommitsWaitError } from './errors';

const doubts = new WeakMap<Pool, number>();

/** Returns a number that changes with each doubt; null where all is confirmed. */
export const commitDoubtOf = (pool: Pool): number | null => doubts.get(pool) ?? null;

/**
 * Refuses a write while commits are not confirmed, before it takes a connection. Each one that waits keeps a process of the server, also after
 * we gave it up, because nothing but the standby ends its wait.
 *
 * @throws CommitsWaitError
 */
export function refuseWhileCommitsWait(pool: Pool): void {
  if (commitDoubtOf(pool) !== null) throw new CommitsWaitError('The database confirms no commits, so nothing is written.');
}

let counter = 0;
export function recordCommitDoubt(pool: Pool): void {
  counter += 1;
  doubts.set(pool, counter);
}

/** Ends a doubt that `commitDoubtOf` returned before the commit that proves it; a newer one stays. */
export function endCommitDoubt(pool: Pool, doubt: number): void {
  if (doubts.get(pool) === doubt) doubts.delete(pool);
}
