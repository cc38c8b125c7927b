import { Suspense, lazy, useRef } from 'react';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { categoryName } from '../../games/words';
import { useSignedIn } from '../../state/use';
import { FEW_GAMES, railsOf } from '../shared/shelf/shelf';
import { GameBoard } from '../shared/board/GameBoard';
import { categoryPath } from '../shared/shelf/game-link';
import { CategoryRail, RailSkeleton } from './GameRail';
import type { OwnProps } from './own/OwnRails';
import { words } from './words';

const Features = lazy(() => import('../shared/features/FeatureGame').then((module) => ({ default: module.Features })));
const OwnRails = lazy<ComponentType<OwnProps>>(() => import('./own/OwnRails').catch(() => ({ default: () => null })));

/** The lobby has this many rows. Further categories are links. */
const MAX_RAILS = 8;
/**
 * This many rows stand above the player's own rows. Those load later, and below the first screen they push away nothing that is visible.
 */
const RAILS_BEFORE_OWN = 2;
/** On screens higher than a phone's one more row stands above the player's own for each of these CSS pixels. */
const PX_PER_RAIL = 400;

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
export function LobbyShelf({ games, recent, isScrollRestored }: Omit<OwnProps, 'after'>) {
  const signedIn = useSignedIn();
  const after = useRef<HTMLElement>(null);
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
  const before = signedIn ? Math.max(RAILS_BEFORE_OWN, Math.floor(innerHeight / PX_PER_RAIL)) : 0;
  const own = <Suspense key="own"><OwnRails {...{ games, recent, isScrollRestored, after }} /></Suspense>;
  const rails = all.slice(0, MAX_RAILS).map((rail, at) => (
    <CategoryRail key={rail.categoryId} {...rail} first={at === 0} place={at === before - 1 ? after : undefined} />
  ));
  return (
    <>
      {signedIn ? rails.toSpliced(before, 0, own) : rails}
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
