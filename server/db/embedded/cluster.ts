import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import type { Binaries } from './binaries';
import { lastLine, programOptions, runProgram } from './command';
import { chownTree, exists, hasCode, syncDirectory } from './files';
import { POWERLESS_ROOT, type Identity, type UserId } from './identity';
import { canReach } from './reach';

/** A data directory of PostgreSQL that is ready to be served. */
export interface Cluster {
  /** Absolute path. */
  readonly directory: string;
  /** What PostgreSQL is told as its data directory. */
  readonly pgdata: string;
  /**
   * Absolute path of the directory of its Unix socket; 0700. PostgreSQL knows it as `socket`, relative to the cluster.
   */
  readonly socketDirectory: string;
  /**
   * Stays the same when the directory is renamed, and differs for a copy of it. Found again in the server's command
   * line.
   */
  readonly id: string;
  /** Only where there are no Unix sockets. */
  readonly password: string | undefined;
}

export const SUPERUSER = 'postgres';
const UNFINISHED = 'pg.tmp-';
const PASSWORD_BYTES = 24;
const PASSWORD_FILE = 'pg-password';
const HAS_UNIX_SOCKETS = process.platform !== 'win32';

/**
 * The path by which a process finds its working directory again although its user may not walk there: a link of the
 * kernel, not a name (proc_pid_cwd(5)). PostgreSQL started as another user in a directory below one that only root may
 * enter uses it, and serves data where it lies; everything it opens afterwards is relative to its working directory.
 */
const BY_WORKING_DIRECTORY = '/proc/self/cwd';

export interface ClusterOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly shownAs: string;
  readonly identity: Identity;
  readonly binaries: Binaries;
  readonly log: Log;
  /** Only for tests, whose data may be lost: don't wait for the disk. */
  readonly sync: boolean;
}

/**
 * Makes the cluster on the first start (elsewhere, then renamed, so that a kill leaves nothing that looks finished) and
 * checks it on every one. Call it only while holding the data directory.
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, shownAs, identity, binaries, log } = options;
  const directory = path.join(dataDir, 'pg');
  await removeUnfinished(dataDir);
  const version = await readVersion(directory, shownAs);
  if (version === undefined) {
    log(`Making the database in ${path.join(shownAs, 'pg')} (only on the first start).`);
    await create(options, directory);
  } else if (version !== String(binaries.major)) {
    throw new EmbeddedDatabaseError(
      `The database in ${shownAs} was made by PostgreSQL ${version}, this Ayo comes with ${binaries.major}. ` +
        'Start the Ayo that made it, dump it, and load it into a new DATA_DIR.',
    );
  }
  await takeOwnership(directory, shownAs, identity);
  const socketDirectory = path.join(directory, 'socket');
  await makeEmptySocketDirectory(socketDirectory, identity);
  const password = HAS_UNIX_SOCKETS ? undefined : (await readFile(path.join(dataDir, PASSWORD_FILE), 'utf8')).trim();
  const pgdata = await pgdataFor(directory, shownAs, identity);
  return { directory, pgdata, socketDirectory, id: await clusterId(directory), password };
}

/** See `Cluster.id`. */
export async function clusterId(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  return `ayo-${dev}-${ino}`;
}

/** The major version that a directory was made by; undefined when there is none yet. */
async function readVersion(directory: string, shownAs: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'EACCES')) throw new EmbeddedDatabaseError(belongsToSomebodyElse(shownAs), { cause: error });
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  if (!(await exists(directory))) return undefined;
  try {
    await rmdir(directory);
    return undefined;
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `${path.join(shownAs, 'pg')} is not a database of PostgreSQL (it has no PG_VERSION) and is not empty. Move it away.`,
      { cause },
    );
  }
}

function belongsToSomebodyElse(shownAs: string): string {
  return `The data directory ${shownAs} belongs to another user. Start Ayo as that user or as root, or set DATA_DIR.`;
}

/**
 * What a start that was killed left behind. Its initdb may still be writing: what can't be removed now is removed next
 * time.
 */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

async function create(options: ClusterOptions, directory: string): Promise<void> {
  const { dataDir, shownAs, identity, binaries, sync } = options;
  const unfinished = await mkdtemp(path.join(dataDir, UNFINISHED));
  const user = identity.kind === 'same' ? undefined : identity.init;
  if (user !== undefined) await give(unfinished, user);
  const pgdata = await pgdataFor(unfinished, shownAs, identity);
  const args = [
    `--pgdata=${pgdata}`, `--username=${SUPERUSER}`, '--encoding=UTF8', '--data-checksums',
    // The same order and letters on every system, whatever locales it has.
    '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
    ...(HAS_UNIX_SOCKETS
      ? // Whoever gets into the private directory of the socket is its owner or root; nobody comes over the network.
        ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${await makePassword(dataDir)}`]),
    ...(sync ? [] : ['--no-sync']),
  ];
  const { code, output } = await runProgram(binaries.initdb, args, programOptions(unfinished, user));
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(whyNotMade(output, shownAs));
  }
  if (identity.kind === 'dropped') await chownTree(unfinished, identity.run.uid, identity.run.gid);
  await syncDirectory(unfinished);
  await rename(unfinished, directory);
  await syncDirectory(dataDir);
}

/**
 * A root without the capability to give things away (in some containers) can't have PostgreSQL run as somebody else.
 */
async function give(directory: string, user: UserId): Promise<void> {
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

function whyNotMade(output: string, shownAs: string): string {
  // Containers are often started with a number as user; initdb, unlike the server, wants a name for it.
  const nameless = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  if (nameless === undefined) return `The database could not be made in ${shownAs}: ${lastError(output)}`;
  return (
    `The database could not be made in ${shownAs}: user number ${nameless} is not in this system's table of users (/etc/passwd). ` +
    'Add it there, make the first start as another user, or set DATABASE_URL.'
  );
}

/** initdb says what is wrong in a line with `error:` and goes on about removing what it made. */
function lastError(output: string): string {
  const errors = output.split('\n').filter((line) => /\b(error|FATAL):/.test(line));
  return lastLine(errors.join('\n') || output);
}

/**
 * PostgreSQL wants to own its directory, and nobody else in it. Data that root copied or restored is given to its user.
 */
async function takeOwnership(directory: string, shownAs: string, identity: Identity): Promise<void> {
  const { uid, mode } = await stat(directory);
  if (identity.kind === 'dropped' && uid !== identity.run.uid) await chownTree(directory, identity.run.uid, identity.run.gid);
  if (identity.kind === 'same' && process.getuid !== undefined && uid !== process.getuid()) {
    throw new EmbeddedDatabaseError(belongsToSomebodyElse(shownAs));
  }
  if (HAS_UNIX_SOCKETS && (mode & 0o077) !== 0) await chmod(directory, 0o700);
}

async function makeEmptySocketDirectory(socketDirectory: string, identity: Identity): Promise<void> {
  await mkdir(socketDirectory, { recursive: true, mode: 0o700 });
  if (identity.kind === 'dropped') await chown(socketDirectory, identity.run.uid, identity.run.gid);
}

async function pgdataFor(directory: string, shownAs: string, identity: Identity): Promise<string> {
  if (identity.kind === 'same') return directory;
  if (await exists(path.join(BY_WORKING_DIRECTORY, '.'))) return BY_WORKING_DIRECTORY;
  for (const user of [identity.init, identity.run]) {
    if (await canReach(user, path.dirname(directory))) continue;
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, and ${identity.description}, as whom it runs instead, can't enter ${shownAs}. ` +
        'Start Ayo as an ordinary user, set DATA_DIR to a directory that everybody may enter, or set DATABASE_URL.',
    );
  }
  return directory;
}
