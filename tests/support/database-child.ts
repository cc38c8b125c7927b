/*
 * A process that holds a data directory as the platform does, for tests that kill it. It opens the database, writes one row, prints
 * that it was acknowledged, and runs until a signal ends it.
 */
import { openDatabase } from '../../server/db/database';

const [dataDir, nativeDirectory] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Which data directory?');

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const native = nativeDirectory === undefined ? {} : { nativeDirectory };
  const database = await openDatabase({ dataDir, log: print, ...native });
  process.once('SIGTERM', () => {
    void database.close().then(() => {
      print('closed');
      process.exit(0);
    });
  });
  await database.pool.query('CREATE TABLE IF NOT EXISTS witness (id bigint GENERATED ALWAYS AS IDENTITY)');
  const { rows } = await database.pool.query<{ id: number }>('INSERT INTO witness DEFAULT VALUES RETURNING id');
  print(`wrote ${String(rows[0]?.id)}`);
  // The timer keeps the process alive until a signal ends it.
  setInterval(() => undefined, 60_000);
} catch (error) {
  print(`failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
