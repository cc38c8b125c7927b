/** Files with keys: one line of 64 hexadecimal characters for each key, readable by their owner alone. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './db/errors';

/** The operator must put this right before the platform can start; the message says how. */
export class KeyFileError extends Error {
  override readonly name: string = 'KeyFileError';
}

/** Bytes of a key. */
export const KEY_BYTES = 32;
const KEY_LINE = /^[0-9a-f]{64}$/;

const isKeyLine = (line: string): boolean => line !== '' && !line.startsWith('#');

/**
 * Reads lines of 64 hexadecimal characters; empty lines and those that begin with `#` are left out. Throws a KeyFileError, whose message
 * never quotes a line.
 */
export function readKeys(text: string, path: string): readonly Buffer[] {
  const lines = text.split('\n').map((line) => line.trim()).filter(isKeyLine);
  const wrongIndex = lines.findIndex((line) => !KEY_LINE.test(line));
  if (wrongIndex >= 0) throw new KeyFileError(`${path}: key ${wrongIndex + 1} must be 64 characters of 0-9 and a-f, like those of: openssl rand -hex 32`);
  if (lines.length === 0) throw new KeyFileError(`${path} has no key. Add a line from: openssl rand -hex 32`);
  return lines.map((line) => Buffer.from(line, 'hex'));
}

/** Reads a file of keys; null where there is none. Throws a KeyFileError for one that can't be read. */
export async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new KeyFileError(`${path} can't be read (${errorCode(error) ?? 'unknown reason'}).`);
  }
}

/** Makes the file with a new key. Where another process on the same folder makes it at the same time, that one's key is used. */
export async function makeKeyFile(path: string, randomBytes: (size: number) => Buffer): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}

/**
 * Replaces the lines of a file of keys, comments included, by what `change` makes of them. A process that reads at the same time, and a
 * machine that loses its power, have either the old file or the new one.
 */
export async function changeKeyFile(path: string, change: (lines: readonly string[]) => readonly string[]): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const text = change(lines).map((line) => `${line}\n`).join('');
  readKeys(text, path);
  const newPath = `${path}.${randomUUID()}`;
  await writeFile(newPath, text, { mode: 0o600, flag: 'wx', flush: true });
  await rename(newPath, path);
  await syncFolder(dirname(path));
}

/** Makes a rename last. Windows has no way to do so, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
