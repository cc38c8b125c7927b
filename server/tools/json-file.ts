import { readFile } from 'node:fs/promises';

/** Reads a file that a build of ours wrote, as the type that this build gave it. Rejects where there is none. */
export async function readJsonFile<T>(path: string): Promise<T> {
  // A cast in place of a check, because a build of ours wrote the file.
  return JSON.parse(await readFile(path, 'utf8')) as T;
}
