import { createServer } from 'node:net';
import { ensureDatabase } from './bootstrap';
import type { Cluster } from './cluster';
import type { ServerOptions } from './server-process';
import { SOCKET_FILE, SOCKET_PORT, type Endpoint } from './settings';
import { shortNameOf } from './short-path';
import { createSupervisor } from './supervisor';

/** A running server. It is started again whenever it ends before `stop`. */
export interface Server {
  readonly endpoint: Endpoint;
  /** The process number of the server; undefined while it is down. */
  readonly pid: () => number | undefined;
  /** Ends it and waits until it is gone. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the server, waits until it answers (also through recovery after a crash) and until the database `ayo` exists.
 * @throws EmbeddedDatabaseError when it ends instead
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const socketName = shortNameOf(options.cluster.socketDirectory, SOCKET_FILE);
  const endpoint = await chooseEndpoint(options.cluster, socketName.path);
  const supervisor = createSupervisor(options, endpoint);
  const stop = async (): Promise<void> => {
    await supervisor.stop();
    socketName.release();
  };
  try {
    await supervisor.start();
    await ensureDatabase(endpoint);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, pid: supervisor.pid, stop };
}

/** Chooses the socket; a cluster with a password has no socket and listens on a port of this machine. */
async function chooseEndpoint({ password }: Cluster, socketPath: string): Promise<Endpoint> {
  return password === undefined
    ? { host: socketPath, port: SOCKET_PORT, password: undefined }
    : { host: '127.0.0.1', port: await findFreePort(), password };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => { resolve(typeof address === 'object' && address !== null ? address.port : 0); });
    });
  });
}
