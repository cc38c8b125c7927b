/** An advertising partner's server: answers every request with a picture of one pixel, and keeps what it was told. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PixelRequest {
  readonly method: string;
  /** As it came, with its query. */
  readonly url: string;
  /** Of the query. */
  readonly told: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PixelServer {
  /** The address to configure; its query is an account's number, as partners want it. */
  readonly url: string;
  readonly requests: readonly PixelRequest[];
  /** The paths told, in order. */
  paths(): readonly (string | undefined)[];
  /** Forgets what it was told. */
  reset(): void;
  close(): Promise<void>;
}

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Starts it on a free port of this machine. */
export async function startPixelServer(): Promise<PixelServer> {
  const requests: PixelRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '/', headers } = request;
      const told = Object.fromEntries(new URL(url, 'http://pixel').searchParams);
      requests.push({ method, url, told, headers, body: Buffer.concat(parts).toString() });
      // A cookie, as partners set it: it must not come back.
      response.writeHead(200, { 'content-type': 'image/gif', 'set-cookie': 'who=7; Path=/' }).end(GIF);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/collect?account=7`,
    requests,
    paths: () => requests.map(({ told }) => told['path']),
    reset: () => {
      requests.length = 0;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
