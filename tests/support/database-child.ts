/*
 * A process that holds a data directory as the platform does, for tests that kill it: opens the database, writes one
 * row that is acknowledged, says so, and goes on until it is told to end.
 */
import { openDatabase } from '../../server/db/database';

const [dataDir, nativeDirectory] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Which data directory?');

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const native = nativeDirectory === undefined ? {} : { nativeDirectory };
  const database = await openDatabase({ dataDir, log: say, ...native });
  process.once('SIGTERM', () => {
    void database.close().then(() => {
      say('closed');
      process.exit(0);
    });
  });
  await database.pool.query('CREATE TABLE IF NOT EXISTS witness (id bigint GENERATED ALWAYS AS IDENTITY)');
  const { rows } = await database.pool.query<{ id: number }>('INSERT INTO witness DEFAULT VALUES RETURNING id');
  say(`wrote ${String(rows[0]?.id)}`);
  // Only a signal ends it.
  setInterval(() => undefined, 60_000);
} catch (error) {
  say(`failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
