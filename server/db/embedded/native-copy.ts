import { createHash } from 'node:crypto';
import { chmod, constants, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors';
import { complete, isThere } from './native';

/**
 * Copies a `native` directory into `parent`, readable for everybody, once: the copy is named by what is in it, appears
 * whole or not at all, and is found again. Returns its path and whether it was made now.
 *
 * @throws EmbeddedDatabaseError when somebody else has put something under its name
 */
export async function copyNative(native: string, parent: string): Promise<{ copy: string; made: boolean }> {
  const copy = path.join(parent, `postgresql-${await fingerprint(native)}`);
  if (await isOurs(copy)) return { copy, made: false };
  await mkdir(parent, { recursive: true, mode: 0o755 });
  const unfinished = await mkdtemp(path.join(parent, 'postgresql-unfinished-'));
  try {
    // Static libraries and headers are for building against PostgreSQL, not for running it.
    const filter = (source: string): boolean => !source.endsWith('.a') && path.basename(source) !== 'include';
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true, filter, mode: constants.COPYFILE_FICLONE });
    await letAllRead(unfinished);
    await complete(unfinished);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another Ayo was quicker; the same name says that it made the same thing.
    if (!(await isOurs(copy))) throw error;
  }
  return { copy, made: true };
}

/**
 * In a directory that everybody may write to, somebody may have put theirs under our name: only our own user's is
 * believed.
 */
async function isOurs(copy: string): Promise<boolean> {
  if (!(await isThere(copy))) return false;
  const entry = await lstat(copy);
  const isPrivate = process.getuid === undefined || (entry.uid === process.getuid() && (entry.mode & 0o022) === 0);
  const ours = entry.isDirectory() && isPrivate;
  if (!ours) throw new EmbeddedDatabaseError(`${copy} belongs to somebody else and is not used. Delete it.`);
  return true;
}

async function letAllRead(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const mayRun = entry.isDirectory() || path.basename(entry.parentPath) === 'bin';
    await chmod(path.join(entry.parentPath, entry.name), mayRun ? 0o755 : 0o644);
  }
}

/** Names and sizes of programs and libraries: enough to tell one version or build from another. */
async function fingerprint(native: string): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['bin', 'lib', 'lib/postgresql']) {
    const directory = path.join(native, folder);
    for (const name of (await readdir(directory)).sort()) {
      const entry = await lstat(path.join(directory, name));
      if (entry.isFile()) hash.update(`${folder}/${name} ${entry.size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
