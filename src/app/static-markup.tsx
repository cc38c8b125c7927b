/** Draws pages without a browser, as markup in which nobody can navigate. */
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter, parsePath } from 'react-router-dom';
import { App } from './App';
import { appRoutes, pageAt, redirectFor } from './app-routes';
import { MainLayout } from './layout/MainLayout';
import { DIALOG_FORMS, PAGE_ROUTES } from './routes';
import type { PageRoute } from './routes';

/** Without what pages load beside their code: how much of it comes in time to be drawn would differ from build to build. */
const PAGES: readonly PageRoute[] = PAGE_ROUTES.map(({ prepare: _prepare, ...page }: PageRoute) => page);
const ROUTES = appRoutes(PAGES, DIALOG_FORMS);

/**
 * The markup of the page at a path (with its query), or the address that a caller of that path is sent to. It rejects with the error of the
 * page, and when the page's code can't be loaded.
 */
export async function renderStaticPage(path: string): Promise<{ readonly markup: string } | { readonly to: string }> {
  const { pathname = '/', search = '' } = parsePath(path);
  const to = redirectFor(ROUTES, { pathname, search });
  if (to !== null) return { to };
  // A page waits 8 s for its code; loaded before, it is there at once, however busy the machine is that builds.
  await pageAt(ROUTES, pathname).load();
  return { markup: await toMarkup(<StaticRouter location={path}><App pages={PAGES} dialogForms={DIALOG_FORMS} /></StaticRouter>) };
}

/** The frame that stands around the page at a path, with `children` in the place of the page. With `bare` it has the mark alone. */
export async function renderStaticFrame(path: string, { bare, children }: { readonly bare: boolean; readonly children: ReactNode }): Promise<string> {
  const page = { ...pageAt(ROUTES, path), bare };
  return toMarkup(
    <StaticRouter location={path}>
      <MainLayout page={page} location={{ pathname: path, hash: '' }} dialogForms={DIALOG_FORMS}>{children}</MainLayout>
    </StaticRouter>,
  );
}

async function toMarkup(app: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(app, { onError: (error) => void errors.push(error) });
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}
