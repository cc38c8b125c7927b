/** One more platform process on the database of `served.ts`, which is given as JSON. Ends when its standard input does. */
import { createPool } from '../../../server/db/database';
import { benchApp } from './app';
import type { Served } from './served';

const given = process.argv[2];
if (given === undefined) throw new Error('Which database?');
const { name, ...connection } = JSON.parse(given) as Served['database'];
const pool = createPool({ ...connection, database: name }, () => undefined);
const app = await benchApp(pool, '');
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

process.stdin.resume();
process.stdin.once('end', () => void app.close().then(() => pool.end()).then(() => process.exit(0)));
