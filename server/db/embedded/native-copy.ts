import { createHash } from 'node:crypto';
import { chmod, constants, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError } from '../errors';
import { completeInstallation, entryExists } from './native';

/**
 * Copies a `native` directory into `parent` once, readable for everybody. The copy is named after its content, so that the next
 * start finds it, and appears whole or not at all. Returns its path and whether it was made now.
 *
 * @throws EmbeddedDatabaseError when somebody else has put something under its name
 */
export async function copyNative(native: string, parent: string): Promise<{ copy: string; isNew: boolean }> {
  const copy = path.join(parent, `postgresql-${await fingerprint(native)}`);
  if (await isOwnCopy(copy)) return { copy, isNew: false };
  await mkdir(parent, { recursive: true, mode: 0o755 });
  const temporaryDirectory = await mkdtemp(path.join(parent, 'postgresql-unfinished-'));
  try {
    // Static libraries and headers serve to build against PostgreSQL, not to run it.
    const filter = (source: string): boolean => !source.endsWith('.a') && path.basename(source) !== 'include';
    await cp(native, temporaryDirectory, { recursive: true, verbatimSymlinks: true, filter, mode: constants.COPYFILE_FICLONE });
    await makeReadableForAll(temporaryDirectory);
    await completeInstallation(temporaryDirectory);
    await rename(temporaryDirectory, copy);
  } catch (error) {
    await rm(temporaryDirectory, { recursive: true, force: true });
    // Another Ayo may have been quicker; the same name means the same content.
    if (!(await isOwnCopy(copy))) throw error;
  }
  return { copy, isNew: true };
}

/**
 * Says whether there is a copy of our own user. In a directory that everybody may write to, somebody else may have put files under
 * this name; then it throws.
 */
async function isOwnCopy(copy: string): Promise<boolean> {
  if (!(await entryExists(copy))) return false;
  const entry = await lstat(copy);
  const isPrivate = process.getuid === undefined || (entry.uid === process.getuid() && (entry.mode & 0o022) === 0);
  const isOwn = entry.isDirectory() && isPrivate;
  if (!isOwn) throw new EmbeddedDatabaseError(`${copy} belongs to somebody else and is not used. Delete it.`);
  return true;
}

async function makeReadableForAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const isExecutable = entry.isDirectory() || path.basename(entry.parentPath) === 'bin';
    await chmod(path.join(entry.parentPath, entry.name), isExecutable ? 0o755 : 0o644);
  }
}

/** Hashes names and sizes of programs and libraries, which is enough to tell one version or build from another. */
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
