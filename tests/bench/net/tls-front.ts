/** TLS and HTTP/2 in front of a server that speaks HTTP/1.1, as a proxy stands in front of it in earnest. */
import { createSecureServer } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate';

/** One answered request. */
export interface Exchange {
  readonly path: string;
  /** Sent by the service worker itself, or its own script: the precache and the check for updates. */
  readonly byServiceWorker: boolean;
  readonly status: number;
  /** Of the body as it was sent, and of the header lines before HTTP/2 compresses them. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly startMs: number;
}

export interface TlsFront {
  readonly port: number;
  /** In the order in which they ended; emptied by the caller. */
  readonly exchanges: Exchange[];
  close(): Promise<void>;
}

/** Headers that belong to one connection and not to the message. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'host']);

const passed = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name)));

const sizeOf = (headers: IncomingHttpHeaders): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0);

/** Listens on a free port of this machine; `upstream` answers the address to ask, which may be known later. */
export async function startTlsFront({ key, cert }: Certificate, upstream: () => URL): Promise<TlsFront> {
  const agent = new Agent({ keepAlive: true });
  const exchanges: Exchange[] = [];

  function answer(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
    const startMs = performance.now();
    const { hostname, port } = upstream();
    const path = incoming.url;
    const byServiceWorker = path === '/sw.js' || /\/sw\.js$/.test(incoming.headers.referer ?? '');
    const headers = {
      ...passed(incoming.headers), host: incoming.authority, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1',
    };
    const onward = request({ hostname, port, path, method: incoming.method, headers, agent }, (answered) => {
      const status = answered.statusCode ?? 502;
      outgoing.writeHead(status, passed(answered.headers));
      let bodyBytes = 0;
      answered.on('data', (chunk: Buffer) => {
        bodyBytes += chunk.length;
      });
      answered.on('end', () => {
        exchanges.push({ path, byServiceWorker, status, bodyBytes, headerBytes: sizeOf(answered.headers), startMs });
      });
      answered.pipe(outgoing);
    });
    onward.on('error', () => outgoing.stream.close());
    incoming.pipe(onward);
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
