/**
 * Starts the platform, from source and as `dist/server/main.js`. The migrations lie below this file in both; the built app lies
 * beside it in `dist` alone, because Vite serves the app in development.
 */
import path from 'node:path';
import { findTooFewFiles, readOpenFilesLimit } from './config/open-files';

const tooFewFiles = findTooFewFiles(await readOpenFilesLimit());
if (tooFewFiles === null) {
  // Imported only now: the packages behind it are more files than some limits allow, and Node ends with a stack trace there.
  const { run } = await import('./run');
  await run({
    appDir: path.join(import.meta.dirname, '../app'),
    migrations: path.join(import.meta.dirname, 'db/migrations'),
  });
} else {
  process.stderr.write(`${tooFewFiles}\n`);
  process.exitCode = 1;
}
