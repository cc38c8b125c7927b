import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router-dom';
import { ParamsContext } from '../ui/routing';
import { CatchError } from './CatchError';
import { ErrorScreen } from './ErrorScreen';
import type { DialogForms } from './layout/AuthDialogs';
import { MainLayout } from './layout/MainLayout';
import type { AppRouter, View } from './router';

/** The frame with a page in it. */
export function Framed({ view, dialogForms }: { view: View; dialogForms: DialogForms }) {
  const { Page, params, error } = view;
  return (
    // Of the frame itself: a form over the page whose file is gone.
    <CatchError at={view}>
      <MainLayout view={view} dialogForms={dialogForms}>
        {/* A page's errors stay inside the frame. */}
        <CatchError at={view}>
          <ParamsContext value={params}>{Page === null ? <ErrorScreen error={error} /> : <Page />}</ParamsContext>
        </CatchError>
      </MainLayout>
    </CatchError>
  );
}

interface Props {
  readonly router: AppRouter;
  readonly dialogForms: DialogForms;
  /** For the first time. */
  readonly onDrawn: () => void;
}

/** The app. A page that takes another's place is drawn in slices, so that no finger has to wait. */
export function App({ router, dialogForms, onDrawn }: Props) {
  const [view, setView] = useState(router.view);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setView(router.view()));
    // Somebody went back or forward while the first page was drawn.
    follow();
    return router.subscribe(follow);
  }, [router]);
  useEffect(onDrawn, [onDrawn]);
  return <Router location={view.location} navigator={router.navigator}><Framed view={view} dialogForms={dialogForms} /></Router>;
}
