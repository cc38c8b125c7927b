import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log';
import { DataDirectoryHeldError, EmbeddedDatabaseError } from '../errors';
import { startEmbedded } from './embedded';
import { SOCKET_FILE, SOCKET_PORT, type Endpoint } from './settings';
import { shortNameOf } from './short-path';

/**
 * Gives `work` a server of the data directory: that of the Ayo that is running on it, else one that is started for as long as
 * `work` takes, and keeps Ayo from starting meanwhile.
 * @throws EmbeddedDatabaseError as `startEmbedded` does
 */
export async function withEmbeddedServer<T>(
  options: { readonly dataDir: string; readonly log: Log },
  work: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded(options).catch((error: unknown) => {
    if (error instanceof DataDirectoryHeldError) return null;
    throw error;
  });
  if (embedded === null) return withRunningServer(options.dataDir, work);
  try {
    return await work(embedded.endpoint);
  } finally {
    await embedded.stop();
  }
}

async function withRunningServer<T>(dataDir: string, work: (endpoint: Endpoint) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') throw new EmbeddedDatabaseError('On Windows a server that runs for another process can’t be reached. Stop Ayo first.');
  const socketName = shortNameOf(path.join(await realpath(dataDir), 'pg', 'socket'), SOCKET_FILE);
  try {
    return await work({ host: socketName.path, port: SOCKET_PORT, password: undefined });
  } finally {
    socketName.release();
  }
}
