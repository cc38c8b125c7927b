import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './files';

/** A numeric user and group of the system. */
export interface UserId {
  readonly uid: number;
  readonly gid: number;
}

/** As whom PostgreSQL runs. */
export type Identity =
  /** As the platform itself, which is an ordinary user (or Windows). */
  | { readonly kind: 'same' }
  /**
   * The platform is root, whom PostgreSQL refuses. `run` owns the data and runs the server; `init` runs initdb, which,
   * unlike the server, wants its user to be in the system's table of users. `ownsPlace`: the data lies in that user's
   * own folder.
   */
  | { readonly kind: 'dropped'; readonly run: UserId; readonly init: UserId; readonly ownsPlace: boolean; readonly description: string };

/** What to say to a root that lacks the rights of one, as in some containers. */
export const POWERLESS_ROOT =
  'PostgreSQL does not run as root, and this root may not become another user. ' +
  'Start Ayo as an ordinary user, or set DATABASE_URL.';

/**
 * A system user that an administrator may make for Ayo; used when it is there. Ayo itself never edits the table of
 * users.
 */
const SYSTEM_USER = 'ayo-db';
/**
 * A number in a range that no system hands out (60578 to 61183: https://systemd.io/UIDS-GIDS/), above what `useradd`
 * gives by default. A process needs no entry in the table of users to run under it, so none has to be made, removed or
 * explained.
 */
const UNNAMED_ID = 60_817;
/** Owner of files whose real owner has no number here (user namespaces); nobody can become it in a meaningful way. */
const OVERFLOW_ID = 65_534;

/**
 * Decides as whom PostgreSQL runs. Root hands it to, in this order: the owner of the existing database; the owner of
 * the place where the data goes (so that `sudo npm start` in somebody's folder leaves data that they can use without
 * sudo); the system user `ayo-db`; a number that nobody has.
 *
 * @param dataDir absolute; need not exist yet
 */
export async function chooseIdentity(dataDir: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return { kind: 'same' };
  const users = await readUsers();
  const place = await ownerOfNearest(dataDir);
  const owner = (await ownerOf(path.join(dataDir, 'pg'))) ?? place;
  const named = users.find(({ name }) => name === SYSTEM_USER);
  const run = owner ?? named ?? { uid: UNNAMED_ID, gid: UNNAMED_ID };
  const entry = users.find(({ uid }) => uid === run.uid);
  const init = entry === undefined ? stranger(users) : run;
  const description = entry === undefined ? `user number ${run.uid}` : `user ${entry.name}`;
  return {
    kind: 'dropped',
    run: { uid: run.uid, gid: run.gid },
    init: { uid: init.uid, gid: init.gid },
    ownsPlace: place?.uid === run.uid,
    description,
  };
}

/** The owner of the data, if it is known and not root. */
async function ownerOf(file: string): Promise<UserId | undefined> {
  try {
    const { uid, gid } = await stat(file);
    return uid === 0 || uid === OVERFLOW_ID ? undefined : { uid, gid };
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function ownerOfNearest(directory: string): Promise<UserId | undefined> {
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
 * Somebody with an entry to run initdb as: `nobody` where there is one. The result is handed to its real owner
 * afterwards.
 */
function stranger(users: readonly NamedUser[]): UserId {
  return users.find(({ name }) => name === 'nobody') ?? users[0] ?? { uid: OVERFLOW_ID, gid: OVERFLOW_ID };
}
