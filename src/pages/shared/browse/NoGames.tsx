import { Suspense, lazy } from 'react';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/States';
import { words } from './words';

/** Loaded late, because it is rarely shown and never first. */
const Illustration = lazy(() => import('../../../ui/illustrations').then((module) => ({ default: module.Illustration })));

/** Says that no game fits. `favourites`: there is no favourite at all. */
export function NoGames({ favourites, onClear }: { favourites: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title={favourites ? words.noFavouritesTitle : words.nothingTitle}
      art={<Suspense><Illustration name="nothing-found" /></Suspense>}
      action={<Button variant="secondary" onClick={onClear}>{words.clear}</Button>}
    >
      {favourites ? words.noFavourites : words.nothing}
    </EmptyState>
  );
}
