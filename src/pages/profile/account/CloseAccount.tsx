import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { words } from './words';

/** Loaded late, because few players need it. */
const CloseDialog = lazy(() => import('./CloseDialog'));

/** The way to close the account, at the end of the page. */
export function CloseAccount() {
  const isAble = useCan('closure');
  const [isOpen, setOpen] = useState(false);
  if (!isAble) return null;
  return (
    <section className="stack" aria-labelledby="close-account">
      <h2 id="close-account">{words.closeTitle}</h2>
      <p className="quiet">{words.closeHint}</p>
      <div><Button variant="ghost" onClick={() => setOpen(true)}>{words.close}</Button></div>
      {isOpen ? <Suspense><CloseDialog onClose={() => setOpen(false)} /></Suspense> : null}
    </section>
  );
}
