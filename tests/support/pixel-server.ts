/** An advertising partner's server: it answers every request with a picture of one pixel and records it. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PixelRequest {
  readonly method: string;
  /** The address as it arrived, with its query. */
  readonly url: string;
  /** The parameters of the query. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PixelServer {
  /** The address to configure; its query holds an account number, as partners require. */
  readonly url: string;
  readonly requests: readonly PixelRequest[];
  /** Lists the paths that were reported, in order. */
  paths(): readonly (string | undefined)[];
  /** Forgets all requests. */
  reset(): void;
  close(): Promise<void>;
}

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Starts the server on a free port of this machine. */
export async function startPixelServer(): Promise<PixelServer> {
  const requests: PixelRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '/', headers } = request;
      const parameters = Object.fromEntries(new URL(url, 'http://pixel').searchParams);
      requests.push({ method, url, parameters, headers, body: Buffer.concat(parts).toString() });
      // Partners set a cookie; a browser must not send it back.
      response.writeHead(200, { 'content-type': 'image/gif', 'set-cookie': 'who=7; Path=/' }).end(GIF);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/collect?account=7`,
    requests,
    paths: () => requests.map(({ parameters }) => parameters['path']),
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
