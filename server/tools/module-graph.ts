/** Answers questions of the chunk rules about which module imports which, while the app is bundled. */
import { isAbsolute, relative, sep } from 'node:path';
import type { Rolldown } from 'vite';

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;
export type Group = Groups[number];
export type Bundling = Parameters<Extract<NonNullable<Group['name']>, (...args: never) => unknown>>[1];

/** Returns a module's path from the project's folder (`src/main.tsx`), with its query; a module that is no file keeps its id. */
export const sourceOf = (id: string, root: string): string => (isAbsolute(id) ? relative(root, id).split(sep).join('/') : id);

type Test = (source: string) => boolean;

interface Importers {
  /** Modules that can't start without the module. */
  readonly static: readonly string[];
  /** Modules that load it later. */
  readonly dynamic: readonly string[];
}

/** The modules by their sources. It caches the bundler's answers, so it is for one build alone. */
export class ModuleGraph {
  readonly root: string;
  readonly #importers = new Map<string, Importers>();
  /** Each walk asks for those of a thousand modules, and working one out takes longer than the step itself. */
  readonly #sources = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  #sourceOf(id: string): string {
    const cached = this.#sources.get(id);
    if (cached !== undefined) return cached;
    const source = sourceOf(id, this.root);
    this.#sources.set(id, source);
    return source;
  }

  importersOf(id: string, bundling: Bundling): Importers {
    const cached = this.#importers.get(id);
    if (cached !== undefined) return cached;
    const info = bundling.getModuleInfo(id);
    const importers = { static: info?.importers ?? [], dynamic: info?.dynamicImporters ?? [] };
    this.#importers.set(id, importers);
    return importers;
  }

  /** Says whether a module can't start without one that passes the test, over any number of imports. */
  needs(test: Test, id: string, bundling: Bundling, seen = new Set<string>()): boolean {
    if (test(this.#sourceOf(id))) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return (bundling.getModuleInfo(id)?.importedIds ?? []).some((imported) => this.needs(test, imported, bundling, seen));
  }

  /** Says whether a module that passes the test can't start without this one, over any number of imports. */
  isNeededBy(test: Test, id: string, bundling: Bundling, seen = new Set<string>()): boolean {
    if (test(this.#sourceOf(id))) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return this.importersOf(id, bundling).static.some((importer) => this.isNeededBy(test, importer, bundling, seen));
  }

  /** Says whether a path from a module up to the first script has no module that passes the test. */
  hasPathAround(test: Test, id: string, bundling: Bundling, seen = new Set<string>()): boolean {
    if (seen.has(id) || test(this.#sourceOf(id))) return false;
    seen.add(id);
    const { static: staticImporters, dynamic } = this.importersOf(id, bundling);
    if (staticImporters.length + dynamic.length === 0) return true;
    return [...staticImporters, ...dynamic].some((importer) => this.hasPathAround(test, importer, bundling, seen));
  }

  /** Finds the first importers that pass the test on all paths from a module up to the first script; null for a path without one. */
  findFirstImporters(test: Test, id: string, bundling: Bundling, seen = new Set<string>()): ReadonlySet<string | null> {
    const source = this.#sourceOf(id);
    if (test(source)) return new Set([source]);
    if (seen.has(id)) return new Set();
    seen.add(id);
    const { static: staticImporters, dynamic } = this.importersOf(id, bundling);
    const importers = [...staticImporters, ...dynamic];
    if (importers.length === 0) return new Set([null]);
    return new Set(importers.flatMap((importer) => [...this.findFirstImporters(test, importer, bundling, seen)]));
  }
}
