/** One more platform process on the database of `served.ts`, whose line of JSON it gets. It ends when its standard input does. */
import { randomBytes } from 'node:crypto';
import { openChangeFeed } from '../../../server/db/change-feed';
import { READ_POOL_SIZE, createPool } from '../../../server/db/database';
import { readSeedKeys } from '../../../server/seed-key-file';
import { createBenchApp } from './app';
import type { Served } from './served';

const [, , databaseJson, dataDir] = process.argv;
if (databaseJson === undefined || dataDir === undefined) throw new Error('Which database?');
const { name, ...connection } = JSON.parse(databaseJson) as Served['database'];
const pool = createPool({ ...connection, database: name }, () => undefined);
const seedKeys = await readSeedKeys({ seedKeyFile: undefined, dataDir }, { pool, randomBytes, now: () => new Date() });
const changeFeed = openChangeFeed(pool.options, () => undefined);
const readPool = createPool({ ...connection, database: name, max: READ_POOL_SIZE }, () => undefined);
const app = await createBenchApp({ pool, readPool }, dataDir, seedKeys, changeFeed);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

process.stdin.resume();
process.stdin.once('end', () => void app.close().then(() => changeFeed.close()).then(() => Promise.all([pool.end(), readPool.end()])).then(() => process.exit(0)));
