import { createElement, use, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { CatchError } from './CatchError';
import type { DialogForms } from './layout/AuthDialogs';
import { MainLayout } from './layout/MainLayout';
import { preload } from './page-code';
import type { PageRoute } from './routes';

/** Draws a page as soon as its code is loaded. Until then the page before stays on screen. */
function LoadedPage({ page, pathname }: { page: PageRoute; pathname: string }) {
  const code = useMemo(() => preload(page, pathname), [page, pathname]);
  return createElement(use(code));
}

/** Draws a page inside the frame that all pages share: header, menu, footer, and the forms over the page. */
export function PageInFrame({ page, dialogForms }: { page: PageRoute; dialogForms: DialogForms }) {
  const location = useLocation();
  return (
    // Catches an error of the frame itself, such as a form over the page whose file is gone.
    <CatchError resetKey={location}>
      <MainLayout page={page} location={location} dialogForms={dialogForms}>
        {/* Errors of a page stay inside the frame. */}
        <CatchError resetKey={location}>
          <LoadedPage page={page} pathname={location.pathname} />
        </CatchError>
      </MainLayout>
    </CatchError>
  );
}
