/** One more platform process on the database of `served.ts`, whose line of JSON it gets. It ends when its standard input does. */
import { createPool } from '../../../server/db/database';
import { createBenchApp } from './app';
import type { Served } from './served';

const databaseJson = process.argv[2];
if (databaseJson === undefined) throw new Error('Which database?');
const { name, ...connection } = JSON.parse(databaseJson) as Served['database'];
const pool = createPool({ ...connection, database: name }, () => undefined);
const app = await createBenchApp(pool, '');
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

process.stdin.resume();
process.stdin.once('end', () => void app.close().then(() => pool.end()).then(() => process.exit(0)));
