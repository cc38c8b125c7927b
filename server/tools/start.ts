/** `npm start`: builds what is stale, then runs the platform in this very process, so that signals reach it. */
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SERVER_BUNDLE, isStale } from './dist';

const BUILD = fileURLToPath(new URL('./build.ts', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const PARENT_LOOK_MS = 500;

/**
 * npm runs this through a shell, and some shells (dash) end on a signal without passing it on. So the end of the shell is
 * taken for the signal.
 */
function endWithParent(): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_LOOK_MS);
  timer.unref();
}

/** In a process of its own: what a build needs of memory must not stay with a platform that runs for months. */
async function buildApart(): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', BUILD], { stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  for (const signal of SIGNALS) process.off(signal, pass);
  // The build has said why.
  if (code !== 0) process.exit(1);
}

endWithParent();
try {
  if (await isStale()) {
    console.log('Building the app and the platform. This takes a moment the first time.');
    await buildApart();
  }
  process.env['NODE_ENV'] = 'production';
  await import(pathToFileURL(SERVER_BUNDLE).href);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
