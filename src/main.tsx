import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import { makeRouter, whenReady } from './app/router';
import { hydrate, startApp } from './bridge/boot';
import { adoptPrerendered } from './bridge/prerendered';
import { appStore } from './state/app';
import type { InstallOffer } from './state/app';
import { sessionStore } from './state/session';

/** Made by the build: the languages beside English. */
declare const __LANGUAGES__: string;

type Router = ReturnType<typeof makeRouter>;

function App({ router, onDrawn }: { router: Router; onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return <RouterProvider router={router} />;
}

/**
 * In slices, so that no finger on the page that stands there already has to wait; resolves when it is drawn. A page that was
 * drawn by the build is taken over as it stands; what differs (somebody is signed in, after all) is drawn anew.
 */
async function draw(root: HTMLElement, router: Router, isDrawn: boolean): Promise<void> {
  const { location } = router.state;
  await new Promise<void>((resolve) => {
    const app = <App router={router} onDrawn={resolve} />;
    startTransition(() => {
      if (isDrawn) hydrateRoot(root, app, { onRecoverableError: () => undefined });
      else createRoot(root).render(app);
    });
  });
  // Somebody went back or forward meanwhile, which nobody was there to hear.
  if (router.state.location !== location) void router.revalidate();
}

/** Speaks the player's language, hydrates the stores, draws once everything of the first page is there, starts the bridges. */
async function boot(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  // The browser's offer to install comes once, and may come before the code that shows it.
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    appStore.setState({ installOffer: event as InstallOffer });
  });
  if (__LANGUAGES__ !== '') await (await import('./words/choose')).chooseLanguage(navigator.languages);
  await hydrate();
  const isDrawn = adoptPrerendered(root);
  const router = makeRouter();
  await whenReady(router);
  await draw(root, router, isDrawn);
  // A page that needs a session closes when the session ends, in whatever way it does.
  sessionStore.subscribe((now, before) => {
    if (now.sessionId !== before.sessionId) void router.revalidate();
  });
  startApp((path) => void router.navigate(path));
  // The guide to the home screen has code and a root of its own; without them everything else is there.
  void import('./app/guide/start').then(({ startGuide }) => startGuide(router), () => undefined);
}

void boot();
