import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function lockedPackages(): Readonly<Record<string, LockedPackage>> {
  const lock: unknown = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  if (typeof lock !== 'object' || lock === null || !('packages' in lock)) {
    throw new Error('package-lock.json has no packages');
  }
  return lock.packages as Readonly<Record<string, LockedPackage>>;
}

/** Returns true when `name`, which the package at `path` requires, is locked there or in a folder above it, as Node resolves it. */
function isLocked(packages: Readonly<Record<string, LockedPackage>>, path: string, name: string): boolean {
  let folder = path;
  for (;;) {
    const prefix = folder === '' ? '' : `${folder}/`;
    if (`${prefix}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
    const above = folder.lastIndexOf('/node_modules/');
    folder = above === -1 ? '' : folder.slice(0, above);
  }
}

describe('package-lock.json', () => {
  // A clean install refuses a lock file that lacks one of these, on every kind of machine.
  it('holds every optional package, for other machines too', () => {
    const packages = lockedPackages();
    const missing = Object.entries(packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => !isLocked(packages, path, name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
