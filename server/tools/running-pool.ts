/** Reaches the installation's database from a command, also while Ayo runs. */
import path from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../config';
import { createPool } from '../db/database';
import { DATABASE, ROLE } from '../db/embedded/bootstrap';
import { exists } from '../db/embedded/files';
import { withEmbeddedServer } from '../db/embedded/running';
import type { Log } from '../db/log';

/** Gives `work` one connection. Returns null where no embedded database was made yet. Throws where the database can't be reached. */
export async function withRunningPool<T>(
  { databaseUrl, dataDir, dbPrepared }: Pick<Config, 'databaseUrl' | 'dataDir' | 'dbPrepared'>, log: Log, work: (pool: Pool) => Promise<T>,
): Promise<T | null> {
  const use = async (pool: Pool): Promise<T> => {
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  if (databaseUrl !== undefined) return use(createPool({ connectionString: databaseUrl, max: 1 }, log, { isPrepared: dbPrepared === 'on' }));
  if (!(await exists(path.join(dataDir, 'pg', 'PG_VERSION')))) return null;
  return withEmbeddedServer({ dataDir, log }, ({ host, port, password }) =>
    use(createPool({ host, port, database: DATABASE, user: ROLE, max: 1, ssl: false, ...(password === undefined ? {} : { password }) }, log)));
}
