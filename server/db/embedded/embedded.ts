import { access, chown, constants, mkdir, realpath, statfs } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import { once } from '../once';
import type { Disk } from '../disk';
import { prepareBinaries } from './binaries';
import { DATABASE, ROLE } from './bootstrap';
import { prepareCluster } from './cluster';
import { chownTree, exists, hasCode } from './files';
import { holdDataDirectory, HOLDER_FOLDER } from './holder';
import { chooseServerUser, type ServerUser } from './server-user';
import { startServer, type Server } from './server';
import { openServerLog } from './server-log';
import type { Endpoint } from './settings';

const LOG_FILE = 'postgres.log';

export interface EmbeddedOptions {
  /** The path as the user wrote it; the directory is made if it is missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** Returns ms since 1970; default: the system's clock. */
  readonly now?: () => number;
  /** False only in tests, whose data may be lost. */
  readonly sync?: boolean;
  /** A directory with PostgreSQL's `bin`, `lib` and `share` in the place of the npm package's. */
  readonly nativeDirectory?: string;
  /** Directories for a copy of the programs when they can't run where they are; default: see `prepareBinaries`. */
  readonly copyDirectories?: readonly string[];
}

/** The embedded PostgreSQL: running, with a database `ayo` that belongs to the role `ayo`. */
export interface EmbeddedDatabase {
  readonly endpoint: Endpoint;
  readonly database: string;
  readonly user: string;
  /** Says in the start line which version runs where, and as which user. */
  readonly description: string;
  /** The server's process number; undefined while it is down. */
  readonly pid: () => number | undefined;
  readonly disk: Disk;
  /** Stops the server, waits for its end, and releases the data directory. May be called twice. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with Ayo on a data directory, which this process then holds until `stop` or its
 * death.
 *
 * @throws DataDirectoryHeldError when another Ayo holds it
 * @throws EmbeddedDatabaseError when it can't run here; the message says what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir: displayPath, log, now = Date.now, sync = true } = options;
  const { dataDir, serverUser } = await prepareDataDirectory(displayPath);
  const hold = await holdDataDirectory(dataDir, displayPath, now);
  try {
    const binaries = await prepareBinaries({ ...options, serverUser, dataDir });
    const cluster = await prepareCluster({ dataDir, displayPath, serverUser, binaries, log, sync });
    const serverLog = openServerLog(path.join(dataDir, LOG_FILE));
    await giveFilesToOwner(dataDir, serverUser);
    let server: Server;
    try {
      server = await startServer({ cluster, binaries, serverUser, log, serverLog, sync });
    } catch (error) {
      serverLog.close();
      throw error;
    }
    const userSuffix = serverUser.kind === 'same' ? '' : ` as ${serverUser.description}`;
    return {
      endpoint: server.endpoint,
      database: DATABASE,
      user: ROLE,
      description: `embedded PostgreSQL ${binaries.version} in ${path.join(displayPath, 'pg')}${userSuffix}`,
      pid: server.pid,
      disk: {
        freeBytes: async () => {
          const { bavail, bsize } = await statfs(dataDir);
          return bavail * bsize;
        },
        hasServerRunOutOfSpace: () => serverLog.hasRunOutOfSpace(),
      },
      stop: once(async () => {
        try {
          await server.stop();
        } finally {
          serverLog.close();
          await hold.release();
        }
      }),
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

const UNWRITABLE_CODES = ['EACCES', 'EROFS', 'EPERM', 'ENOENT', 'ENOTDIR'];

/**
 * Makes one directory after the other, from the nearest that exists. Node's own recursive mkdir never ends on a file system that
 * takes no new directories (below /proc).
 */
async function makeDirectories(target: string): Promise<void> {
  const parent = path.dirname(target);
  if (parent !== target && !(await exists(parent))) await makeDirectories(parent);
  try {
    await mkdir(target, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

async function prepareDataDirectory(displayPath: string): Promise<{ dataDir: string; serverUser: ServerUser }> {
  const target = path.resolve(displayPath);
  const serverUser = await chooseServerUser(target);
  try {
    if (!(await exists(target))) {
      await makeDirectories(target);
      // A directory in somebody's own folder must belong to them, also when root starts Ayo for them.
      if (serverUser.kind === 'dropped' && serverUser.ownsFolder) await chown(target, serverUser.run.uid, serverUser.run.gid);
    }
    await access(target, constants.R_OK | constants.W_OK | constants.X_OK);
    return { dataDir: await realpath(target), serverUser };
  } catch (cause) {
    if (!UNWRITABLE_CODES.some((code) => hasCode(cause, code))) throw cause;
    throw new EmbeddedDatabaseError(
      `The data directory ${displayPath} can't be made or written by this user. ` +
        'Start Ayo as its owner or as root, or set DATA_DIR.',
      { cause },
    );
  }
}

/** Gives files that root made in somebody's own folder to them, so that they can start Ayo themselves later. */
async function giveFilesToOwner(dataDir: string, serverUser: ServerUser): Promise<void> {
  if (serverUser.kind !== 'dropped' || !serverUser.ownsFolder) return;
  const { uid, gid } = serverUser.run;
  await chownTree(path.join(dataDir, HOLDER_FOLDER), uid, gid);
  await chown(path.join(dataDir, LOG_FILE), uid, gid);
}
