/** Ports for what a test starts. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });

/**
 * A port that was free a moment ago; kept over restarts, since the browser's storage belongs to the origin. Below those that
 * systems give to connections: one of a browser could have it while the product is stopped.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}
