import { useEffect, useMemo, useState } from 'react';
import { parsePath, useLocation, useNavigate, useRoutes } from 'react-router-dom';
import type { NavigateFunction } from 'react-router-dom';
import { sessionStore } from '../state/session';
import { appRoutes, redirectFor } from './app-routes';
import type { DialogForms } from './layout/AuthDialogs';
import { useOpening } from './opening';
import type { PageRoute } from './routes';
import { useScroll } from './scroll';
import { useTileTransition } from './tile-transition';

interface Props {
  readonly pages: readonly PageRoute[];
  readonly dialogForms: DialogForms;
  /** Called once, after the first drawing. `navigate` serves code outside of components. */
  readonly onDrawn?: (navigate: NavigateFunction) => void;
}

/** The app. It stands inside a router. */
export function App({ pages, dialogForms, onDrawn }: Props) {
  const [routes] = useState(() => appRoutes(pages, dialogForms));
  const current = useLocation();
  const navigate = useNavigate();
  useScroll();
  useOpening(current);
  useTileTransition(routes, navigate);

  // A visitor who is redirected sees the other page at once, and its address a moment later.
  const to = redirectFor(routes, current);
  const drawnLocation = useMemo(() => (to === null ? current : { ...current, search: '', hash: '', state: null, ...parsePath(to) }), [current, to]);
  useEffect(() => {
    if (to !== null) void navigate(to, { replace: true });
  }, [to, navigate]);

  // A page that needs a session closes when the session ends, whatever ended it.
  useEffect(
    () =>
      sessionStore.subscribe((now, before) => {
        if (now.sessionId === before.sessionId) return;
        // Reads the address from the browser, because the router may not have drawn that page yet.
        const redirect = redirectFor(routes, window.location);
        if (redirect !== null) void navigate(redirect, { replace: true });
      }),
    [routes, navigate],
  );

  useEffect(() => {
    // Back may have been pressed while the first page was being drawn, when the router did not listen yet.
    if (window.location.pathname !== current.pathname) void navigate(window.location, { replace: true });
    onDrawn?.(navigate);
  }, []); // oxlint-disable-line react/exhaustive-deps -- once, with the first drawing
  // The router finds no route for a path with a line break in it, so the last route, the not-found page, is drawn.
  return useRoutes(routes, drawnLocation) ?? routes.at(-1)?.element;
}
