import type { PoolClient } from 'pg';
import { transaction } from '../../db/transaction';
import type { Platform } from '../../platform';

/**
 * Runs a transaction whose lines for the log are written once it is committed: PostgreSQL may abort it, and then it runs again.
 * `buffered` is the platform whose log keeps the lines until then.
 */
export async function drawTransaction<T>(platform: Platform, work: (tx: PoolClient, buffered: Platform) => Promise<T>): Promise<T> {
  const { value, lines } = await transaction(platform.pool, async (tx) => {
    const collected: Parameters<Platform['log']>[] = [];
    return { value: await work(tx, { ...platform, log: (...line) => void collected.push(line) }), lines: collected };
  });
  for (const line of lines) platform.log(...line);
  return value;
}
