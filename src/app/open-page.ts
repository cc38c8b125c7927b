import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { can } from '../state/catalogue';
import type { Params } from '../ui/routing';
import { guard, guardState } from './guard';
import type { Address } from './guard';
import { inTime, LateCode } from './late-code';
import { NotFound } from './NotFound';
import type { PageRoute } from './routes';
import { whereAble } from './where-able';
import { words } from './words';

/** What an address has, ready to be drawn. */
export interface Opened {
  readonly route: PageRoute;
  readonly params: Params;
  /** Null when its file could not be loaded. */
  readonly Page: ComponentType | null;
  /** Why it could not. */
  readonly error?: unknown;
  /** Resolves when it comes after all; missing unless it is late. */
  readonly arrival?: Promise<unknown>;
}

/** The guard sends whoever comes to another address of this site. */
export interface Elsewhere {
  readonly to: string;
}

const NOT_FOUND: PageRoute = {
  name: 'not-found',
  paths: [],
  who: 'all',
  get title() {
    return words.notFound;
  },
  load: () => Promise.resolve({ default: NotFound }),
};

/** As somebody may have written it: `/%67ames` is `/games`. What can't be decoded stays, and is no page's address. */
function decoded(pathname: string): string {
  try {
    return pathname.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F')).join('/');
  } catch {
    return pathname;
  }
}

/** The route of a path, with what the path says for the pattern's names; that of the not-found page for all other paths. */
export function findRoute(routes: readonly PageRoute[], pathname: string): Pick<Opened, 'route' | 'params'> {
  for (const route of routes) {
    for (const pattern of route.paths) {
      const match = matchPath(pattern, decoded(pathname));
      if (match !== null) return { route, params: match.params };
    }
  }
  return { route: NOT_FOUND, params: {} };
}

/** Where a caller is sent from a page, or null. A page that the platform has nothing for says so itself, to everybody. */
export function elsewhere({ who, needs }: PageRoute, address: Address): string | null {
  return needs !== undefined && !can(needs) ? null : guard(who, guardState, address);
}

/** Loaded once; the same component each time, so that two addresses of a page are one page to React. */
const pages = new Map<PageRoute, ComponentType>();

async function load(route: PageRoute): Promise<ComponentType> {
  const known = pages.get(route);
  if (known !== undefined) return known;
  const { default: Loaded } = await route.load();
  const Page = route.needs === undefined ? Loaded : whereAble(Loaded, route.needs);
  pages.set(route, Page);
  return Page;
}

/**
 * The page of an address with its code, or where else to go, within 8 s. Never rejects. `isGuarded` false: for whoever is on that page
 * already and only asks it for something else.
 */
export async function openPage(routes: readonly PageRoute[], address: Address, isGuarded = true): Promise<Opened | Elsewhere> {
  const { route, params } = findRoute(routes, address.pathname);
  const sentTo = () => (isGuarded ? elsewhere(route, address) : null);
  const before = sentTo();
  if (before !== null) return { to: before };
  const loading = load(route);
  try {
    const Page = await inTime(loading);
    // The session may have begun or ended meanwhile.
    const now = sentTo();
    return now === null ? { route, params, Page } : { to: now };
  } catch (error) {
    return { route, params, Page: null, error, ...(error instanceof LateCode && { arrival: loading }) };
  }
}
