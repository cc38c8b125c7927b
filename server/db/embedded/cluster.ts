import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import type { Binaries } from './binaries';
import { lastLine, programOptions, runProgram } from './run-program';
import { chownTree, exists, hasCode, syncDirectory } from './files';
import { POWERLESS_ROOT, type ServerUser, type UserId } from './server-user';
import { canReach } from './permissions';

/** A data directory of PostgreSQL on which a server can be started. */
export interface Cluster {
  /** An absolute path. */
  readonly directory: string;
  /** The path that PostgreSQL gets for its data directory. */
  readonly pgdata: string;
  /**
   * The absolute path of the directory of its Unix socket; 0700. PostgreSQL gets it as `socket`, relative to the cluster.
   */
  readonly socketDirectory: string;
  /**
   * Stays the same when the directory is renamed, and differs for a copy of it. The server's command line contains it.
   */
  readonly id: string;
  /** A password is needed only where there are no Unix sockets. */
  readonly password: string | undefined;
}

export const SUPERUSER = 'postgres';
const TEMPORARY_PREFIX = 'pg.tmp-';
const PASSWORD_BYTES = 24;
const PASSWORD_FILE = 'pg-password';
const HAS_UNIX_SOCKETS = process.platform !== 'win32';

/**
 * By this link of the kernel (proc_pid_cwd(5)) a process reaches its working directory even where its user may not enter a
 * directory above it. PostgreSQL uses it when it runs as another user below a directory that only root may enter; all that it
 * opens later is relative to its working directory.
 */
const WORKING_DIRECTORY_LINK = '/proc/self/cwd';

export interface ClusterOptions {
  /** An absolute path. `displayPath` is the same as the user wrote it, for messages. */
  readonly dataDir: string;
  readonly displayPath: string;
  readonly serverUser: ServerUser;
  readonly binaries: Binaries;
  readonly log: Log;
  /** False only in tests, whose data may be lost: PostgreSQL does not wait for the disk. */
  readonly sync: boolean;
}

/**
 * Makes the cluster on the first start and checks it on every start. A new cluster is made under another name and then renamed,
 * so that a kill leaves nothing that looks complete. Call it only while holding the data directory.
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, displayPath, serverUser, binaries, log } = options;
  const directory = path.join(dataDir, 'pg');
  await removeUnfinished(dataDir);
  const version = await readVersion(directory, displayPath);
  if (version === undefined) {
    log(`Making the database in ${path.join(displayPath, 'pg')} (only on the first start).`);
    await createCluster(options, directory);
  } else if (version !== String(binaries.major)) {
    throw new EmbeddedDatabaseError(
      `The database in ${displayPath} was made by PostgreSQL ${version}, this Ayo comes with ${binaries.major}. ` +
        'Start the Ayo that made it, dump it, and load it into a new DATA_DIR.',
    );
  }
  await takeOwnership(directory, displayPath, serverUser);
  const socketDirectory = path.join(directory, 'socket');
  await makeEmptySocketDirectory(socketDirectory, serverUser);
  const password = HAS_UNIX_SOCKETS ? undefined : (await readFile(path.join(dataDir, PASSWORD_FILE), 'utf8')).trim();
  const pgdata = await pgdataFor(directory, displayPath, serverUser);
  return { directory, pgdata, socketDirectory, id: await clusterId(directory), password };
}

/** Returns the `id` of the cluster in a directory, see `Cluster.id`. */
export async function clusterId(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  return `ayo-${dev}-${ino}`;
}

/** Returns the major version that made the directory; undefined when there is no cluster yet. */
async function readVersion(directory: string, displayPath: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'EACCES')) throw new EmbeddedDatabaseError(foreignDirectoryMessage(displayPath), { cause: error });
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  if (!(await exists(directory))) return undefined;
  try {
    await rmdir(directory);
    return undefined;
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `${path.join(displayPath, 'pg')} is not a database of PostgreSQL (it has no PG_VERSION) and is not empty. Move it away.`,
      { cause },
    );
  }
}

function foreignDirectoryMessage(displayPath: string): string {
  return `The data directory ${displayPath} belongs to another user. Start Ayo as that user or as root, or set DATA_DIR.`;
}

/**
 * Removes what a killed start left behind. Its initdb may still be writing, so the next start removes what can't be removed now.
 */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

async function createCluster(options: ClusterOptions, directory: string): Promise<void> {
  const { dataDir, displayPath, serverUser, binaries, sync } = options;
  const temporaryDirectory = await mkdtemp(path.join(dataDir, TEMPORARY_PREFIX));
  const user = serverUser.kind === 'same' ? undefined : serverUser.init;
  if (user !== undefined) await giveToUser(temporaryDirectory, user);
  const pgdata = await pgdataFor(temporaryDirectory, displayPath, serverUser);
  const args = [
    `--pgdata=${pgdata}`, `--username=${SUPERUSER}`, '--encoding=UTF8', '--data-checksums',
    // These give the same sort order and letters on every system, whatever locales it has.
    '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
    ...(HAS_UNIX_SOCKETS
      ? // Only its owner and root can enter the private directory of the socket, and nobody can connect over the network.
        ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${await makePassword(dataDir)}`]),
    ...(sync ? [] : ['--no-sync']),
  ];
  const { code, output } = await runProgram(binaries.initdb, args, programOptions(temporaryDirectory, user));
  if (code !== 0) {
    await rm(temporaryDirectory, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(describeInitFailure(output, displayPath));
  }
  if (serverUser.kind === 'dropped') await chownTree(temporaryDirectory, serverUser.run.uid, serverUser.run.gid);
  await syncDirectory(temporaryDirectory);
  await rename(temporaryDirectory, directory);
  await syncDirectory(dataDir);
}

/**
 * Gives a directory to a user. A root without the capability for it (in some containers) can't run PostgreSQL as somebody else.
 */
async function giveToUser(directory: string, user: UserId): Promise<void> {
  try {
    await chown(directory, user.uid, user.gid);
  } catch (cause) {
    if (!hasCode(cause, 'EPERM') && !hasCode(cause, 'EINVAL')) throw cause;
    throw new EmbeddedDatabaseError(POWERLESS_ROOT, { cause });
  }
}

async function makePassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, PASSWORD_FILE);
  await writeFile(file, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: 0o600 });
  return file;
}

function describeInitFailure(output: string, displayPath: string): string {
  // Containers often run under a number that has no user name, which initdb, unlike the server, requires.
  const userNumber = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  if (userNumber === undefined) return `The database could not be made in ${displayPath}: ${lastError(output)}`;
  return (
    `The database could not be made in ${displayPath}: user number ${userNumber} is not in this system's table of users (/etc/passwd). ` +
    'Add it there, make the first start as another user, or set DATABASE_URL.'
  );
}

/** Finds the line with `error:`, because initdb writes more lines after it, about removing what it made. */
function lastError(output: string): string {
  const errors = output.split('\n').filter((line) => /\b(error|FATAL):/.test(line));
  return lastLine(errors.join('\n') || output);
}

/**
 * Gives data that root copied or restored to PostgreSQL's user, because PostgreSQL refuses a directory that it does not own or that
 * others may enter.
 */
async function takeOwnership(directory: string, displayPath: string, serverUser: ServerUser): Promise<void> {
  const { uid, mode } = await stat(directory);
  if (serverUser.kind === 'dropped' && uid !== serverUser.run.uid) await chownTree(directory, serverUser.run.uid, serverUser.run.gid);
  if (serverUser.kind === 'same' && process.getuid !== undefined && uid !== process.getuid()) {
    throw new EmbeddedDatabaseError(foreignDirectoryMessage(displayPath));
  }
  if (HAS_UNIX_SOCKETS && (mode & 0o077) !== 0) await chmod(directory, 0o700);
}

async function makeEmptySocketDirectory(socketDirectory: string, serverUser: ServerUser): Promise<void> {
  await mkdir(socketDirectory, { recursive: true, mode: 0o700 });
  if (serverUser.kind === 'dropped') await chown(socketDirectory, serverUser.run.uid, serverUser.run.gid);
}

async function pgdataFor(directory: string, displayPath: string, serverUser: ServerUser): Promise<string> {
  if (serverUser.kind === 'same') return directory;
  if (await exists(path.join(WORKING_DIRECTORY_LINK, '.'))) return WORKING_DIRECTORY_LINK;
  for (const user of [serverUser.init, serverUser.run]) {
    if (await canReach(user, path.dirname(directory))) continue;
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, and ${serverUser.description}, as whom it runs instead, can't enter ${displayPath}. ` +
        'Start Ayo as an ordinary user, set DATA_DIR to a directory that everybody may enter, or set DATABASE_URL.',
    );
  }
  return directory;
}
