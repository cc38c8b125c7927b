/** `npm start` builds the app and the platform if they are stale, then runs the platform in this process, so that signals reach it. */
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SERVER_BUNDLE, isStale } from './dist';

const BUILD = fileURLToPath(new URL('./build.ts', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Ends the process when its parent ends. npm runs this through a shell, and some shells (dash) end on a signal without passing it
 * on.
 */
function endWithParent(): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}

/** Builds in another process, so that the memory of a build does not stay with a platform that runs for months. */
async function buildInChildProcess(): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', BUILD], { stdio: 'inherit' });
  const forwardSignal = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forwardSignal);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  for (const signal of SIGNALS) process.off(signal, forwardSignal);
  // The build has printed the reason.
  if (code !== 0) process.exit(1);
}

endWithParent();
try {
  if (await isStale()) {
    console.log('Building the app and the platform. This takes a moment the first time.');
    await buildInChildProcess();
  }
  process.env['NODE_ENV'] = 'production';
  await import(pathToFileURL(SERVER_BUNDLE).href);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
