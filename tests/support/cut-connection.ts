/** Makes a connection to the test database that the test can cut and mend, as if the database were down and up again. */
import { createServer, connect } from 'node:net';
import type { Socket } from 'node:net';
import { inject } from 'vitest';

export interface Cable {
  /** The address of the cable, for `anotherPool`. */
  readonly config: { readonly host: string; readonly port: number };
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Puts a cable between a pool and the run's database server. Cut it at the end. */
export async function makeDatabaseCable(): Promise<Cable> {
  const { host, port } = inject('ayoDatabase');
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    // The connection is cut on purpose, and the other end notices it by the close.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    const upstream = track(connect(target));
    track(client).pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const listen = (port: number): Promise<void> => new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  await listen(0);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const ownPort = address.port;
  return {
    config: { host: '127.0.0.1', port: ownPort },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(ownPort),
  };
}
