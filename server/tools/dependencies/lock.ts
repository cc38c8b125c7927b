/** What `package-lock.json` says about the packages, and where one package finds another. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const names = z.optional(z.record(z.string(), z.string()));
const packageSchema = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

export type LockedPackage = z.infer<typeof packageSchema>;
/** The packages by their folder, like `node_modules/pg`; the project itself is `''`. */
export type Lock = ReadonlyMap<string, LockedPackage>;

export async function readLock(root: string): Promise<Lock> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  return new Map(Object.entries(packages));
}

/** Returns the folder in which Node finds `name` from the folder `from`; undefined where it is not installed. */
export function findFolder(lock: Lock, name: string, from: string): string | undefined {
  for (let place = from; ;) {
    const folder = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (lock.has(folder)) return folder;
    if (place === '') return undefined;
    const parent = place.lastIndexOf('/node_modules/');
    place = parent < 0 ? '' : place.slice(0, parent);
  }
}

/** Returns the folders of these packages and of all that they bring, in alphabetical order. */
export function closureOf(lock: Lock, direct: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = direct.flatMap((name) => findFolder(lock, name, '') ?? []);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = lock.get(folder) ?? {};
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => findFolder(lock, name, folder) ?? []));
  }
  return [...found].toSorted();
}

/** The package's name, from its folder. */
export const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
