/** A bare file server that compresses once, for the pages that the product is compared with. */
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
};

export interface ServedFile {
  readonly type: string;
  readonly body: string | Buffer;
}

export interface FileServer {
  readonly url: URL;
  close(): Promise<void>;
}

/** Serves these paths and no others; `/` is `/index.html`. */
export async function serveFiles(files: ReadonlyMap<string, ServedFile>): Promise<FileServer> {
  const compressed = new Map([...files].map(([path, { type, body }]) => [path, { type, body: brotliCompressSync(body) }]));
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url === '/' ? '/index.html' : (incoming.url ?? '');
    const file = compressed.get(path);
    if (file === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const cache = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
    outgoing.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': cache }).end(file.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    close: () => new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    }),
  };
}

/** Serves a built folder. */
export async function startFileServer(folder: string): Promise<FileServer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(entries.filter((entry) => entry.isFile()).map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return [path.slice(folder.length), { type, body: await readFile(path) }] as const;
  }));
  return serveFiles(new Map(files));
}
