import type { Pool, PoolClient } from 'pg';
import { FAILURE_RETENTION_MS } from './failure-delays';

/** Deletes expired counters. Several processes may run it at any time. */
export async function deleteOldAttempts(database: Pool | PoolClient, now: Date): Promise<void> {
  await database.query('DELETE FROM attempt WHERE expires_at < $1', [now]);
  await database.query('DELETE FROM sign_in_failure WHERE last_at < $1', [new Date(now.getTime() - FAILURE_RETENTION_MS)]);
  await database.query('DELETE FROM rate WHERE empty_at < $1', [now]);
  await database.query('DELETE FROM used_proof WHERE expires_at < $1', [now]);
}
