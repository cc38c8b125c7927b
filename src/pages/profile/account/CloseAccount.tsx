import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCan } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { words } from './words';

/** Loaded late, because few players need it. */
const CloseDialog = lazy(() => import('./CloseDialog'));

/**
 * The way to close the account, at the end of the page. The address says that the dialog is open, so that whoever comes back from what must
 * be done first goes on in it.
 */
export function CloseAccount() {
  const isAble = useCan('closure');
  const [search, setSearch] = useSearchParams();
  const open = (isOpen: boolean) => setSearch(isOpen ? { close: '1' } : {}, { replace: true, state: KEEP_SCROLL });
  if (!isAble) return null;
  return (
    <section className="stack" aria-labelledby="close-account">
      <h2 id="close-account">{words.closeTitle}</h2>
      <p className="quiet">{words.closeHint}</p>
      <div><Button variant="secondary" onClick={() => open(true)}>{words.close}</Button></div>
      {search.has('close') ? <Suspense><CloseDialog onClose={() => open(false)} /></Suspense> : null}
    </section>
  );
}
