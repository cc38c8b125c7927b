/** Draws pages without a browser, as markup in which nobody can navigate. */
import { prerender } from 'react-dom/static';
import { StaticRouter, parsePath } from 'react-router-dom';
import { App } from './App';
import { appRoutes, redirectFor } from './app-routes';
import { DIALOG_FORMS, PAGE_ROUTES } from './routes';

const ROUTES = appRoutes(PAGE_ROUTES, DIALOG_FORMS);

/**
 * The markup of the page at a path (with its query), or the address that a caller of that path is sent to. It rejects with the error of the
 * page, and when the page's code can't be loaded.
 */
export async function renderStaticPage(path: string): Promise<{ readonly markup: string } | { readonly to: string }> {
  const { pathname = '/', search = '' } = parsePath(path);
  const to = redirectFor(ROUTES, { pathname, search });
  if (to !== null) return { to };
  const errors: unknown[] = [];
  const app = <StaticRouter location={path}><App pages={PAGE_ROUTES} dialogForms={DIALOG_FORMS} /></StaticRouter>;
  const { prelude } = await prerender(app, { onError: (error) => void errors.push(error) });
  if (errors.length > 0) throw errors[0];
  return { markup: await new Response(prelude).text() };
}
