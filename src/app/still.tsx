/** A page as it stands, where nobody can go anywhere: for markup that is made without a browser. */
import type { ReactElement } from 'react';
import { Router, createPath, parsePath } from 'react-router-dom';
import type { Navigator } from 'react-router-dom';
import { Framed } from './App';
import { openPage } from './open-page';
import type { Elsewhere, Opened } from './open-page';
import { DIALOG_FORMS, PAGE_ROUTES } from './routes';

const nowhere = (): never => {
  throw new Error('Nobody is here to go anywhere.');
};

const NAVIGATOR: Navigator = { createHref: (to) => (typeof to === 'string' ? to : createPath(to)), go: nowhere, push: nowhere, replace: nowhere };

export interface Still extends Opened {
  readonly drawn: ReactElement;
}

/** `path`: with its query. Where the guard sends a caller elsewhere there is nothing to draw. */
export async function openStill(path: string): Promise<Still | Elsewhere> {
  const location = { pathname: '/', search: '', hash: '', ...parsePath(path), state: null, key: 'still' };
  const opened = await openPage(PAGE_ROUTES, location);
  if ('to' in opened) return opened;
  const view = { ...opened, location, action: 'pop', keepsScroll: false } as const;
  const drawn = <Router location={location} navigator={NAVIGATOR} static><Framed view={view} dialogForms={DIALOG_FORMS} /></Router>;
  return { ...opened, drawn };
}
