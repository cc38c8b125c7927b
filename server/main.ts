/**
 * The entry of the platform, from source and as `dist/server/main.js`: the migrations lie below it in both, the built app
 * beside it in `dist` (from source there is none: in development Vite serves it).
 */
import path from 'node:path';
import { run } from './run';

await run({
  appDir: path.join(import.meta.dirname, '../app'),
  migrations: path.join(import.meta.dirname, 'db/migrations'),
});
