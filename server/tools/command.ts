/** The parts that the operator's commands share: the configuration, the database and how they end. */
import type { Pool } from 'pg';
import { loadConfig } from '../config';
import type { Config } from '../config';
import { openDatabase } from '../db/database';
import { createLineLog } from '../http/logging';
import { checkSchema } from './check-schema';

/** Reads the configuration from the environment; throws an Error that says what is wrong with it. */
export function readConfig(): Config {
  const loaded = loadConfig(process.env);
  if ('error' in loaded) throw new Error(loaded.error);
  return loaded.config;
}

/** Opens the database for as long as `work` takes, on this build's tables. Throws where the database has others (see `checkSchema`). */
export async function withDatabase<T>(config: Config, work: (pool: Pool) => Promise<T>): Promise<T> {
  return withAnyDatabase(config, async (pool) => {
    await checkSchema(pool);
    return work(pool);
  });
}

/** Opens the database for as long as `work` takes, whatever tables it has. */
export async function withAnyDatabase<T>({ dataDir, databaseUrl, dbPrepared }: Config, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl, isPrepared: dbPrepared === 'on', log: createLineLog(process.stderr, 'database') });
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}

/** Runs a command. The process ends with the code that `run` returns, or with 1 and the error on standard error. */
export async function runCommand(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    // A usage error, a missing file or a database that is away needs one line and no stack.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
