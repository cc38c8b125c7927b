/** Puts small folders together, so that a file of the build is neither tiny nor heavier than a changed word is worth. */
import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

const kindOf = (folder: string): string => folder.split('/')[0] ?? '';

/**
 * Takes the folders in the order of their names and begins a new file where the next folder would make the last one larger than `limit`, or
 * is of another kind, which is the part of a name before its slash. Returns the name of each folder's file, which is that of its first
 * folder. A folder over the limit has a file of its own.
 */
export function packFolders(sizes: ReadonlyMap<string, number>, limit: number): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  let [first, bytes] = ['', Infinity];
  for (const [folder, size] of [...sizes].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (bytes + size > limit || kindOf(folder) !== kindOf(first)) [first, bytes] = [folder, 0];
    bytes += size;
    files.set(folder, first);
  }
  return files;
}

/** Adds up the bytes of the sources below `src` by the folder that `folderOf` names; sources for which it returns null do not count. */
export function sumByFolder(root: string, folderOf: (source: string) => string | null): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    const source = `src/${path.split(sep).join('/')}`;
    const folder = folderOf(source);
    if (folder !== null) sizes.set(folder, (sizes.get(folder) ?? 0) + statSync(join(root, source)).size);
  }
  return sizes;
}
