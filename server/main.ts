/**
 * Starts the platform, from source and as `dist/server/main.js`. The migrations lie below this file in both; the built app lies
 * beside it in `dist` alone, because Vite serves the app in development.
 */
import path from 'node:path';
import { run } from './run';

await run({
  appDir: path.join(import.meta.dirname, '../app'),
  migrations: path.join(import.meta.dirname, 'db/migrations'),
});
