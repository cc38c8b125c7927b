/** A connection to the test database that the test can cut and mend: a database that is down, and up again. */
import { createServer, connect } from 'node:net';
import type { Socket } from 'node:net';
import { inject } from 'vitest';

export interface Cable {
  /** For `anotherPool`: the way through the cable. */
  readonly config: { readonly host: string; readonly port: number };
  /** Breaks what is connected and refuses what comes. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Puts a cable between a pool and the run's database server. Cut it at the end. */
export async function databaseCable(): Promise<Cable> {
  const { host, port } = inject('ayoDatabase');
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // Cut on purpose: whoever is at the other end is told by the end itself.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    const far = keep(connect(target));
    keep(near).pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = (at: number): Promise<void> => new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, '127.0.0.1', resolve);
  });
  await listen(0);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const own = address.port;
  return {
    config: { host: '127.0.0.1', port: own },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(own),
  };
}
