/** Holds the code of each page. It is loaded once, so that two addresses of a page have the same component and React keeps its state. */
import type { ComponentType } from 'react';
import { inTime } from './late-code';
import type { PageRoute } from './routes';
import { requireCapability } from './require-capability';

const loads = new Map<PageRoute, Promise<ComponentType>>();
const failed = new Set<PageRoute>();

/** Loads a page's component within 8 s; returns the same promise each time, as React's `use` asks for. */
export function codeOf(route: PageRoute): Promise<ComponentType> {
  const before = loads.get(route);
  if (before !== undefined) return before;
  const loading = loadPage(route);
  const load = inTime(loading);
  loads.set(route, load);
  load.catch(() => failed.add(route));
  // Code that comes after the deadline takes the place of its failed load, so that the next try has it at once.
  const storeLateCode = () => {
    if (failed.delete(route) || !loads.has(route)) loads.set(route, loading);
  };
  loading.then(storeLateCode, () => undefined);
  return load;
}

/** Begins to load all that the page at an address needs, and returns its component as `codeOf` does. */
export function preload(route: PageRoute, pathname: string): Promise<ComponentType> {
  void prepare(route, pathname);
  return codeOf(route);
}

/** Resolves when all that the page at an address needs beside its code is there, or can't be loaded. Never rejects. */
export async function prepare(route: PageRoute, pathname: string): Promise<void> {
  await route.prepare?.(pathname).catch(() => undefined);
}

async function loadPage(route: PageRoute): Promise<ComponentType> {
  const { default: Loaded } = await route.load();
  return route.needs === undefined ? Loaded : requireCapability(Loaded, route.needs);
}

/** A file that could not be loaded is requested again the next time. */
export function forgetFailures(): void {
  for (const route of failed) loads.delete(route);
  failed.clear();
}
