/** The app, drawn into a document at an address of a tab of its own. */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { NavigateFunction, NavigateOptions } from 'react-router-dom';
import { afterEach, vi } from 'vitest';
import { App } from '../../../src/app/App';
import type { DialogForms } from '../../../src/app/layout/AuthDialogs';
import type { PageRoute } from '../../../src/app/routes';
import { fakeWindow } from './fake-window';

const Nothing = () => null;
const FORMS: DialogForms = { SignIn: Nothing, SignUp: Nothing, SupportChat: Nothing };

let root: Root | null = null;

afterEach(() => {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Resolves when the first page is there. */
export async function drawApp(path: string, pages: readonly PageRoute[]) {
  const tab = fakeWindow(path);
  vi.stubGlobal('location', tab.location);
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const navigate = await new Promise<NavigateFunction>((resolve) => {
    const app = <App pages={pages} dialogForms={FORMS} onDrawn={resolve} />;
    startTransition(() => root?.render(<BrowserRouter window={tab.browser}>{app}</BrowserRouter>));
  });
  return {
    tab,
    navigate: (to: string, options?: NavigateOptions) => void navigate(to, options),
    /** The heading of the page on screen. */
    heading: () => document.querySelector('#main h1')?.textContent ?? null,
  };
}
