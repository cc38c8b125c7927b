import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import { BrowserRouter } from 'react-router-dom';
import type { NavigateFunction } from 'react-router-dom';
import { App } from './app/App';
import { appRoutes, pageAt } from './app/app-routes';
import { holdFocusInSight } from './app/focus-in-sight';
import { codeOf, prepare } from './app/page-code';
import { DIALOG_FORMS, PAGE_ROUTES } from './app/routes';
import { hydrate, startApp, waitForPaint, waitOnDevice } from './bridge/boot';
import { adoptPrerendered } from './bridge/figures/prerendered-lobby';
import { appStore } from './state/app';

/** Made by the build: the languages beside English. */
declare const __LANGUAGES__: string;

/**
 * Resolves when the page is drawn. A page that was drawn by the build is taken over as it stands, in slices, so that no finger on it has to
 * wait; what differs (somebody is signed in, after all) is drawn anew. Any other document has only the links of the frame and a placeholder,
 * so one slice is the shortest way to the page; a press on a link waits for it.
 */
async function draw(root: HTMLElement, isDrawn: boolean): Promise<NavigateFunction> {
  return new Promise((resolve) => {
    const app = <BrowserRouter><App pages={PAGE_ROUTES} dialogForms={DIALOG_FORMS} onDrawn={resolve} /></BrowserRouter>;
    if (isDrawn) startTransition(() => void hydrateRoot(root, app, { onRecoverableError: () => undefined }));
    else createRoot(root).render(app);
  });
}

/** Speaks the player's language, hydrates the stores, draws once everything of the first page is there, starts the bridges. */
async function boot(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  // The browser's offer to install comes once, and may come before the code that shows it.
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    appStore.setState({ installOffer: event });
  });
  // The page stands in its document as it was (`data/first-screens.ts`), and no more code runs before the player sees it.
  if (root.dataset['firstScreen'] !== undefined) await waitForPaint();
  if (__LANGUAGES__ !== '') await (await import('./words/choose')).chooseLanguage(navigator.languages);
  // The page's code comes while the device's store is read. Where it does not come, drawing the page says so.
  const page = pageAt(appRoutes(PAGE_ROUTES, DIALOG_FORMS), location.pathname);
  const needs = Promise.allSettled([codeOf(page), prepare(page, location.pathname)]);
  await hydrate();
  await waitOnDevice(needs);
  const isDrawn = adoptPrerendered(root);
  const navigate = await draw(root, isDrawn);
  // A page that the build has drawn is on the screen already.
  if (!isDrawn) await waitForPaint();
  startApp((path) => void navigate(path));
  holdFocusInSight();
  // The guide to the home screen has code and a root of its own; without them everything else is there.
  void import('./app/guide/start').then(({ startGuide }) => startGuide(), () => undefined);
}

void boot();
