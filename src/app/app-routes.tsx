/** The routes as the router takes them, and the rule that sends callers on to another address. */
import { matchRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { can } from '../state/catalogue';
import { guard, guardState } from './guard';
import type { Address } from './guard';
import type { DialogForms } from './layout/AuthDialogs';
import { NotFound } from './NotFound';
import { PageInFrame } from './PageInFrame';
import type { PageRoute } from './routes';
import { words } from './words';

export type AppRoute = RouteObject & { readonly page: PageRoute };

const NOT_FOUND: PageRoute = {
  name: 'not-found',
  paths: [],
  who: 'all',
  get title() {
    return words.notFound;
  },
  load: () => Promise.resolve({ default: NotFound }),
};

/** Each page in the frame, at each of its addresses, and as the last one the not-found page at all others. */
export function appRoutes(pages: readonly PageRoute[], dialogForms: DialogForms): AppRoute[] {
  const at = (path: string, page: PageRoute): AppRoute => ({ path, page, element: <PageInFrame page={page} dialogForms={dialogForms} /> });
  return [...pages.flatMap((page) => page.paths.map((path) => at(path, page))), at('*', NOT_FOUND)];
}

export const pageAt = (routes: AppRoute[], pathname: string): PageRoute => matchRoutes(routes, pathname)?.at(-1)?.route.page ?? NOT_FOUND;

/**
 * The address that a caller is sent to from another one, or null. A page that the platform does not support says so itself, to everybody.
 */
export function redirectFor(routes: AppRoute[], address: Address): string | null {
  const { who, needs } = pageAt(routes, address.pathname);
  return needs !== undefined && !can(needs) ? null : guard(who, guardState, address);
}
