/** What imports what while the app is bundled, as far as the rules for chunks ask for it. */
import { isAbsolute, relative, sep } from 'node:path';
import type { Rolldown } from 'vite';

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;
export type Group = Groups[number];
export type Bundling = Parameters<Extract<NonNullable<Group['name']>, (...args: never) => unknown>>[1];

/** A module's path from the project's folder (`src/main.tsx`), with its query; what is no file keeps its id. */
export const sourceOf = (id: string, root: string): string => (isAbsolute(id) ? relative(root, id).split(sep).join('/') : id);

type Test = (source: string) => boolean;

interface Importers {
  /** Modules that can't start without it. */
  readonly static: readonly string[];
  /** Modules that ask for it later. */
  readonly dynamic: readonly string[];
}

/** Modules by their sources. It remembers what the bundler said, so it is for one build alone. */
export class ModuleGraph {
  readonly root: string;
  readonly #importers = new Map<string, Importers>();

  constructor(root: string) {
    this.root = root;
  }

  importersOf(id: string, bundling: Bundling): Importers {
    const known = this.#importers.get(id);
    if (known !== undefined) return known;
    const info = bundling.getModuleInfo(id);
    const found = { static: info?.importers ?? [], dynamic: info?.dynamicImporters ?? [] };
    this.#importers.set(id, found);
    return found;
  }

  /** Whether a module that passes the test can't start without this one, over however many imports. */
  isNeededBy(test: Test, id: string, bundling: Bundling, seen = new Set<string>()): boolean {
    if (test(sourceOf(id, this.root))) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return this.importersOf(id, bundling).static.some((importer) => this.isNeededBy(test, importer, bundling, seen));
  }

  /** The first modules that pass the test on all ways from a module up to the first script; null for a way that meets none. */
  waysTo(test: Test, id: string, bundling: Bundling, seen = new Set<string>()): ReadonlySet<string | null> {
    const source = sourceOf(id, this.root);
    if (test(source)) return new Set([source]);
    if (seen.has(id)) return new Set();
    seen.add(id);
    const { static: needing, dynamic } = this.importersOf(id, bundling);
    const importers = [...needing, ...dynamic];
    if (importers.length === 0) return new Set([null]);
    return new Set(importers.flatMap((importer) => [...this.waysTo(test, importer, bundling, seen)]));
  }
}
