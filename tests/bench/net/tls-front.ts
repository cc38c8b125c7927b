/** TLS and HTTP/2 in front of a server that speaks HTTP/1.1, like the proxy in front of a deployed product. */
import { createSecureServer } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate';

/** One answered request. */
export interface Exchange {
  readonly path: string;
  /** True for requests of the service worker itself and for its own script: the precache and the check for updates. */
  readonly byServiceWorker: boolean;
  readonly status: number;
  /** The bytes of the body as it was sent, and of the header lines before HTTP/2 compresses them. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly startMs: number;
}

export interface TlsFront {
  readonly port: number;
  /** The exchanges in the order in which they ended; the caller empties the list. */
  readonly exchanges: Exchange[];
  close(): Promise<void>;
}

/** Headers that belong to a connection and not to a message. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'host']);

const toMessageHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !CONNECTION_HEADERS.has(name)));

const sizeOf = (headers: IncomingHttpHeaders): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0);

/** Listens on a free port of this machine; `upstream` returns the target's address, which may become known later. */
export async function startTlsFront({ key, cert }: Certificate, upstream: () => URL): Promise<TlsFront> {
  const agent = new Agent({ keepAlive: true });
  const exchanges: Exchange[] = [];

  function answer(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
    const startMs = performance.now();
    const { hostname, port } = upstream();
    const path = incoming.url;
    const byServiceWorker = path === '/sw.js' || /\/sw\.js$/.test(incoming.headers.referer ?? '');
    const headers = {
      ...toMessageHeaders(incoming.headers), host: incoming.authority, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1',
    };
    const upstreamRequest = request({ hostname, port, path, method: incoming.method, headers, agent }, (upstreamAnswer) => {
      const status = upstreamAnswer.statusCode ?? 502;
      outgoing.writeHead(status, toMessageHeaders(upstreamAnswer.headers));
      let bodyBytes = 0;
      upstreamAnswer.on('data', (chunk: Buffer) => {
        bodyBytes += chunk.length;
      });
      upstreamAnswer.on('end', () => {
        exchanges.push({ path, byServiceWorker, status, bodyBytes, headerBytes: sizeOf(upstreamAnswer.headers), startMs });
      });
      upstreamAnswer.pipe(outgoing);
    });
    upstreamRequest.on('error', () => outgoing.stream.close());
    incoming.pipe(upstreamRequest);
  }

  const server = createSecureServer({ key, cert, minVersion: 'TLSv1.3' }, answer);
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    exchanges,
    close: async () => {
      for (const session of sessions) session.destroy();
      agent.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
