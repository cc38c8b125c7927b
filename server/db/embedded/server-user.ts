import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './files';

/** A numeric user and group of the system. */
export interface UserId {
  readonly uid: number;
  readonly gid: number;
}

/** The system user that PostgreSQL runs as. */
export type ServerUser =
  /** PostgreSQL runs as the platform's own user, who is an ordinary one (or on Windows). */
  | { readonly kind: 'same' }
  /**
   * The platform is root, whom PostgreSQL refuses. `run` owns the data and runs the server; `init` runs initdb, which, unlike the
   * server, requires that its user is in the system's table of users. `ownsFolder` says that the data lies in that user's own
   * folder.
   */
  | { readonly kind: 'dropped'; readonly run: UserId; readonly init: UserId; readonly ownsFolder: boolean; readonly description: string };

/** The message for a root that lacks the rights of one, as in some containers. */
export const POWERLESS_ROOT =
  'PostgreSQL does not run as root, and this root may not become another user. ' +
  'Start Ayo as an ordinary user, or set DATABASE_URL.';

/**
 * A system user that an administrator may make for Ayo; Ayo uses it where it exists and never edits the table of users.
 */
const SYSTEM_USER = 'ayo-db';
/**
 * A number in a range that no system hands out (60578 to 61183: https://systemd.io/UIDS-GIDS/), above the numbers that `useradd`
 * gives by default. A process can run under it without an entry in the table of users.
 */
const UNNAMED_ID = 60_817;
/** The system shows this owner for files whose real owner has no number here (user namespaces), so nothing can run as it. */
const OVERFLOW_ID = 65_534;

/**
 * Chooses the user that PostgreSQL runs as. Started by root, it is the first of these: the owner of the existing database; the
 * owner of the folder for the data (so that after `sudo npm start` in somebody's folder they can use the data without sudo); the
 * system user `ayo-db`; a number that nobody has.
 *
 * @param dataDir an absolute path, which need not exist yet
 */
export async function chooseServerUser(dataDir: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return { kind: 'same' };
  const users = await readUsers();
  const place = await ownerOfNearestAncestor(dataDir);
  const owner = (await ownerOf(path.join(dataDir, 'pg'))) ?? place;
  const systemUser = users.find(({ name }) => name === SYSTEM_USER);
  const run = owner ?? systemUser ?? { uid: UNNAMED_ID, gid: UNNAMED_ID };
  const entry = users.find(({ uid }) => uid === run.uid);
  const init = entry === undefined ? chooseInitUser(users) : run;
  const description = entry === undefined ? `user number ${run.uid}` : `user ${entry.name}`;
  return {
    kind: 'dropped',
    run: { uid: run.uid, gid: run.gid },
    init: { uid: init.uid, gid: init.gid },
    ownsFolder: place?.uid === run.uid,
    description,
  };
}

/** Returns the owner of a file, if there is a known one and it is not root. */
async function ownerOf(file: string): Promise<UserId | undefined> {
  try {
    const { uid, gid } = await stat(file);
    return uid === 0 || uid === OVERFLOW_ID ? undefined : { uid, gid };
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function ownerOfNearestAncestor(directory: string): Promise<UserId | undefined> {
  for (let place = directory; ; place = path.dirname(place)) {
    try {
      await stat(place);
      return await ownerOf(place);
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || place === path.dirname(place)) throw error;
    }
  }
}

interface NamedUser extends UserId {
  readonly name: string;
}

async function readUsers(): Promise<NamedUser[]> {
  try {
    return parseUsers(await readFile('/etc/passwd', 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Reads passwd(5): `name:password:uid:gid:…`, without root and without lines that don't fit. */
export function parseUsers(passwd: string): NamedUser[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined || !/^\d+$/.test(uid) || !/^\d+$/.test(gid)) return [];
    return Number(uid) === 0 ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

/**
 * Chooses a user with an entry to run initdb as: `nobody` where there is one. The result is given to its real owner afterwards.
 */
function chooseInitUser(users: readonly NamedUser[]): UserId {
  return users.find(({ name }) => name === 'nobody') ?? users[0] ?? { uid: OVERFLOW_ID, gid: OVERFLOW_ID };
}
