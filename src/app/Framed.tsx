import { createElement, use } from 'react';
import { useLocation } from 'react-router-dom';
import { CatchError } from './CatchError';
import type { DialogForms } from './layout/AuthDialogs';
import { MainLayout } from './layout/MainLayout';
import { codeOf } from './page-code';
import type { PageRoute } from './routes';

/** Draws a page. The page before stays on screen until the code is there. */
function LoadedPage({ page }: { page: PageRoute }) {
  return createElement(use(codeOf(page)));
}

/** The frame with a page in it. */
export function Framed({ page, dialogForms }: { page: PageRoute; dialogForms: DialogForms }) {
  const location = useLocation();
  return (
    // Catches an error of the frame itself, such as a form over the page whose file is gone.
    <CatchError resetKey={location}>
      <MainLayout page={page} location={location} dialogForms={dialogForms}>
        {/* Errors of a page stay inside the frame. */}
        <CatchError resetKey={location}>
          <LoadedPage page={page} />
        </CatchError>
      </MainLayout>
    </CatchError>
  );
}
