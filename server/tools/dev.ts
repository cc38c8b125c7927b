/**
 * `npm run dev` starts the platform, again whenever its code changes, and Vite in front of it with hot reload for the app, the sync
 * worker and the service worker. `PORT` (8080) is the address to open; the platform listens on the next port.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'vite';
import { ROOT } from './dist';

const port = Number(process.env['PORT'] ?? 8080);
const platformPort = port + 1;
const platformUrl = `http://127.0.0.1:${platformPort}`;

/** Starts the platform through tsx, which watches the files that the platform imports. */
function startPlatform(): ChildProcess {
  return spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(platformPort), PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}` },
    stdio: 'inherit',
  });
}

const vite = await createServer({
  root: ROOT,
  server: {
    host: process.env['HOST'] ?? '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '/api': platformUrl, '/config.json': platformUrl, '/version.json': platformUrl },
  },
});
await vite.listen();
const platform = startPlatform();
vite.printUrls();

function stop(): void {
  platform.kill('SIGTERM');
  void vite.close();
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
platform.once('exit', () => void vite.close());
