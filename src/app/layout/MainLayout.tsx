import { Fragment, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSession, useSignedIn } from '../../state/use';
import type { PageRoute } from '../routes';
import { words } from '../words';
import { AuthDialogs, SupportDialog } from './AuthDialogs';
import type { DialogForms } from './AuthDialogs';
import { Banners } from './Banners';
import { Footer } from './Footer';
import { MainMenu } from './MainMenu';
import { Toasts } from './Toasts';
import { TopBar } from './TopBar';
import { useOwnPasswordFirst } from './use-own-password-first';
import { useNavigationEffects } from './use-navigation-effects';
import './frame.css';
import './messages.css';

/**
 * Counts the players who have left on this page. Lists, answers and choices live in the pages' own state. When one player takes another's
 * place without a guest in between (another tab, the back/forward cache), the page on screen must not keep them. A guest who signs in keeps
 * the page as it is.
 */
function useLeftPlayerCount(): number {
  const userId = useSession((session) => session.userId);
  const [players, setPlayers] = useState({ userId, leftCount: 0 });
  if (players.userId === userId) return players.leftCount;
  const leftCount = players.leftCount + (players.userId === null ? 0 : 1);
  setPlayers({ userId, leftCount });
  return leftCount;
}

/**
 * Moves the focus to the page after signing in, because "Sign in" and its dialog are gone then and the focus would fall back to the top.
 */
function useFocusAfterSignIn(): void {
  const signedIn = useSignedIn();
  const before = useRef(signedIn);
  useEffect(() => {
    const isNew = signedIn && !before.current;
    before.current = signedIn;
    if (!isNew || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  }, [signedIn]);
}

interface Props {
  readonly page: PageRoute;
  readonly location: Pick<Location, 'pathname' | 'hash'>;
  readonly dialogForms: DialogForms;
  /** The content of the page. */
  readonly children: ReactNode;
}

/** The one layout around every page. */
export function MainLayout({ page, location, dialogForms, children }: Props) {
  const { announcer, bare } = useNavigationEffects(page, location);
  const leftPlayerCount = useLeftPlayerCount();
  useFocusAfterSignIn();
  useOwnPasswordFirst(location.pathname);
  return (
    <>
      <a className="skip-link" href="#main">{words.skip}</a>
      <TopBar bare={bare} />
      <main id="main" className="content" tabIndex={-1} data-bare={bare || undefined}>
        <Banners />
        <Fragment key={leftPlayerCount}>{children}</Fragment>
      </main>
      {bare ? null : <Footer />}
      {bare ? null : <MainMenu />}
      <SupportDialog key={`support ${leftPlayerCount}`} forms={dialogForms} />
      <AuthDialogs forms={dialogForms} />
      <Toasts />
      <p ref={announcer} className="unseen" aria-live="polite" />
    </>
  );
}
