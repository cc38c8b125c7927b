import { lchown, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Says whether an error is the system error with this code, for example `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Says whether the path leads to something; a link to nowhere does not. */
export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return false;
    throw error;
  }
}

/** Makes a rename or a new entry in a directory survive a power cut. Windows can't do this and need not. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a directory and everything in it to a user, without following links. */
export async function chownTree(directory: string, uid: number, gid: number): Promise<void> {
  const entries = await readdir(directory, { recursive: true });
  for (const entry of ['.', ...entries]) await lchown(path.join(directory, entry), uid, gid);
}
