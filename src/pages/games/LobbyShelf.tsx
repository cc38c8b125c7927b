import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { Link } from '../../ui/routing';
import { categoryName } from '../../games/words';
import { useSignedIn } from '../../state/use';
import { FEW_GAMES, railsOf } from '../shared/shelf';
import type { ShelfGame } from '../shared/shelf';
import { GameBoard } from '../shared/GameBoard';
import { categoryPath } from '../shared/game-link';
import { CategoryRail, RailSkeleton } from './GameRail';
import { words } from './words';

const Features = lazy(() => import('../shared/FeatureGame').then((module) => ({ default: module.Features })));
const OwnRails = lazy<ComponentType<{ games: readonly ShelfGame[]; recent: readonly string[] }>>(() => import('./own/OwnRails').catch(() => ({ default: () => null })));

/** Rows of the lobby; further categories are links. */
const MOST_RAILS = 8;
/** Rows before the player's own, which come in later: below the first screen they push nothing that is seen. */
const RAILS_BEFORE_OWN = 2;

function CategoryLinks({ categoryIds }: { categoryIds: readonly string[] }) {
  return (
    <nav className="chips" aria-label={words.browse}>
      {categoryIds.map((categoryId) => (
        <Link key={categoryId} className="chip" to={categoryPath(categoryId)}>{categoryName(categoryId)}</Link>
      ))}
      <Link className="chip" to="/games">{words.allGames}</Link>
    </nav>
  );
}

/** The games of the lobby: a few at length, or many in rows by category. */
export function LobbyShelf({ games, recent }: { games: readonly ShelfGame[]; recent: readonly string[] }) {
  const signedIn = useSignedIn();
  const all = railsOf(games);
  const links = <CategoryLinks categoryIds={all.map(({ categoryId }) => categoryId)} />;
  if (games.length <= FEW_GAMES) {
    return (
      <section className="stack" aria-labelledby="shelf-title">
        <h2 id="shelf-title">{words.featured}</h2>
        <Suspense fallback={<RailSkeleton />}><Features games={games} heading="h3" /></Suspense>
        {links}
        <GameBoard />
      </section>
    );
  }
  const rails = all.slice(0, MOST_RAILS).map((rail, at) => <CategoryRail key={rail.categoryId} {...rail} first={at === 0} />);
  return (
    <>
      {rails.slice(0, RAILS_BEFORE_OWN)}
      {signedIn ? <Suspense><OwnRails games={games} recent={recent} /></Suspense> : null}
      {rails.slice(RAILS_BEFORE_OWN)}
      {links}
      <GameBoard />
    </>
  );
}

export function LobbyShelfSkeleton() {
  return (
    <>
      <RailSkeleton />
      <RailSkeleton />
    </>
  );
}
