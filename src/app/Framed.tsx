import { createElement, use } from 'react';
import { useLocation } from 'react-router-dom';
import { CatchError } from './CatchError';
import type { DialogForms } from './layout/AuthDialogs';
import { MainLayout } from './layout/MainLayout';
import { codeOf } from './page-code';
import type { PageRoute } from './routes';

/** Until its code is there the page before stays on screen. */
function LoadedPage({ page }: { page: PageRoute }) {
  return createElement(use(codeOf(page)));
}

/** The frame with a page in it. */
export function Framed({ page, dialogForms }: { page: PageRoute; dialogForms: DialogForms }) {
  const location = useLocation();
  return (
    // Catches an error of the frame itself, such as a form over the page whose file is gone.
    <CatchError at={location}>
      <MainLayout page={page} location={location} dialogForms={dialogForms}>
        {/* A page's errors stay inside the frame. */}
        <CatchError at={location}>
          <LoadedPage page={page} />
        </CatchError>
      </MainLayout>
    </CatchError>
  );
}
