/** Serves the metrics on a port of their own, which the proxy in front of the site does not reach. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Metrics } from './metrics';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** Listens. The returned function closes the port at once. Rejects where the port is taken. */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsAddress): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
      return;
    }
    metrics.print().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, { host, port });
  return () => new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function listen(server: Server, { host, port }: MetricsAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
