import { createBrowserRouter, redirect } from 'react-router-dom';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { can } from '../state/catalogue';
import { useCan } from '../state/use';
import { ErrorScreen } from './ErrorScreen';
import { guard, guardState } from './guard';
import { MainLayout } from './layout/MainLayout';
import { NotFound } from './NotFound';
import { DIALOG_FORMS, PAGE_ROUTES, titles } from './routes';
import type { PageRoute, RouteHandle, RouteName } from './routes';
import { words } from './words';

const DIALOGS = { SignIn: lazy(DIALOG_FORMS.signIn), SignUp: lazy(DIALOG_FORMS.signUp), SupportChat: lazy(DIALOG_FORMS.supportChat) };

type Router = ReturnType<typeof createBrowserRouter>;

/** What the platform behind `/api` lacks is not there: its pages say so like any address that no page has. */
function whereAble(Page: ComponentType, needs: NonNullable<PageRoute['needs']>): ComponentType {
  return function Able() {
    return useCan(needs) ? <Page /> : <NotFound />;
  };
}

async function loadPage({ load, needs }: PageRoute): Promise<{ Component: ComponentType }> {
  const { default: Page } = await load();
  return { Component: needs === undefined ? Page : whereAble(Page, needs) };
}

function toRouteObjects(route: PageRoute): RouteObject[] {
  const { name, title, bare = false, named = false, who, needs } = route;
  return route.paths.map((path) => ({
    path,
    handle: { name: name as RouteName, title: titles[name] ?? title, bare, named, needs } satisfies RouteHandle,
    loader: ({ request }: LoaderFunctionArgs) => {
      // For nobody: the page says so, and there is nobody to be sent elsewhere.
      if (needs !== undefined && !can(needs)) return null;
      const elsewhere = guard(who, guardState, new URL(request.url));
      return elsewhere === null ? null : redirect(elsewhere);
    },
    // Asked again when a session begins or ends, not for a changed search parameter.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname,
    lazy: () => loadPage(route),
  }));
}

/** Every page lazy, inside the one layout. */
export function makeRoutes(): RouteObject[] {
  return [
    {
      element: <MainLayout dialogForms={DIALOGS} />,
      // Of the frame itself: a form over the page whose file is gone.
      errorElement: <ErrorScreen />,
      // Before the first page there is only the shell of the document.
      hydrateFallbackElement: <></>,
      children: [
        {
          // A page's errors stay inside the frame.
          errorElement: <ErrorScreen />,
          children: [
            ...(PAGE_ROUTES as readonly PageRoute[]).flatMap(toRouteObjects),
            {
              path: '*',
              element: <NotFound />,
              handle: { name: 'not-found', title: words.notFound, bare: false } satisfies RouteHandle,
            },
          ],
        },
      ],
    },
  ];
}

/** The router of the page; the old page stays on screen until the next is there. */
export function makeRouter(): Router {
  return createBrowserRouter(makeRoutes());
}

/** Resolves when the first page (guard, chunk) is there, or its error is. */
export function whenReady(router: Router): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
