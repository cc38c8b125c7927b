/** Makes and drops an index while calls go on: outside a transaction, as PostgreSQL wants it. */
import type { Pool, PoolClient } from 'pg';
import { MigrationError } from './errors';
import type { ConcurrentIndex } from './migration-file';
import { unlimited } from './query-timeout';

/**
 * Runs the statement on a connection of its own. It waits for locks without limit, because nobody who reads or writes queues behind it.
 * What is left of an index that could not be finished, which PostgreSQL marks as invalid, is dropped first.
 */
export async function runConcurrently(pool: Pool, sql: string, { action, name }: ConcurrentIndex): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    if ((await findState(client, name)) === 'invalid') await client.query(unlimited(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`));
    await client.query(unlimited(sql));
    const state = await findState(client, name);
    if (state !== (action === 'create' ? 'valid' : 'missing')) throw new MigrationError(`The index ${name} is ${state}. Start again.`);
  } finally {
    // Behind a pooler closing the connection does not end its session, which somebody else gets then.
    await client.query('RESET statement_timeout; RESET lock_timeout').catch(() => undefined);
    client.release(true);
  }
}

async function findState(client: PoolClient, name: string): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await client.query<{ isValid: boolean }>('SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)', [name]);
  if (rows[0] === undefined) return 'missing';
  return rows[0].isValid ? 'valid' : 'invalid';
}
