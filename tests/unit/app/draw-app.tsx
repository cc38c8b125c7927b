/** The app, drawn into a document at an address of a tab of its own. */
import { startTransition, useLayoutEffect } from 'react';
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

/** Does something when the first page is drawn, and the router does not listen yet: React tells children before parents. */
function BeforeRouter({ act }: { act: () => void }) {
  useLayoutEffect(act, []); // Once, with the first drawing.
  return null;
}

/** Resolves when the first page is there. `early` gets the tab before the router listens to it. */
export async function drawApp(path: string, pages: readonly PageRoute[], early: (tab: ReturnType<typeof fakeWindow>) => void = () => undefined) {
  const tab = fakeWindow(path);
  vi.stubGlobal('location', tab.location);
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const navigate = await new Promise<NavigateFunction>((resolve) => {
    const app = <App pages={pages} dialogForms={FORMS} onDrawn={resolve} />;
    startTransition(() => root?.render(<BrowserRouter window={tab.browser}><BeforeRouter act={() => early(tab)} />{app}</BrowserRouter>));
  });
  return {
    tab,
    navigate: (to: string, options?: NavigateOptions) => void navigate(to, options),
    /** The heading of the page on screen. */
    heading: () => document.querySelector('#main h1')?.textContent ?? null,
  };
}
