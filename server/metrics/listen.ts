/** Serves the metrics on a port of their own, which the proxy in front of the site does not reach. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { isIP } from 'node:net';
import type { Metrics } from './metrics';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Says whether a `Host` header names this machine: an address, `localhost`, or the name that the configuration has. A page of the web can make a
 * browser ask here by a name of its own, which then leads to this machine, and read the answer; by an address it can't.
 */
export function isOwnHost(header: string | undefined, configured: string): boolean {
  const name = /^(\[[^\]]+\]|[^:]+)(?::\d{1,5})?$/.exec(header ?? '')?.[1]?.toLowerCase() ?? '';
  return name === 'localhost' || name === configured.toLowerCase() || isIP(name.replaceAll(/^\[|\]$/g, '')) !== 0;
}

/** Listens. The returned function closes the port at once. Rejects where the port is taken. */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsAddress): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, host)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('Ask by an address, by localhost, or by the name in METRICS_HOST.\n');
      return;
    }
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
