import { Link } from '../../ui/routing';
import { categoryName } from '../../games/words';
import { FEW_GAMES, FeatureSkeleton, Features } from '../shared/FeatureGame';
import { categoryPath } from '../shared/game-link';
import { railsOf } from '../shared/shelf';
import type { ShelfGame } from '../shared/shelf';
import { CategoryRail, GameRail, RailSkeleton } from './GameRail';
import { words } from './words';

/** Rows of the lobby; further categories are links. */
const MOST_RAILS = 8;

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

function recentGames(games: readonly ShelfGame[], recent: readonly string[]): readonly ShelfGame[] {
  return recent.flatMap((gameId) => games.find((game) => game.gameId === gameId) ?? []);
}

/** The games of the lobby: a few at length, or many in rows by category. */
export function LobbyShelf({ games, recent }: { games: readonly ShelfGame[]; recent: readonly string[] }) {
  const rails = railsOf(games);
  if (games.length <= FEW_GAMES) {
    return (
      <section className="stack" aria-labelledby="shelf-title">
        <h2 id="shelf-title">{words.featured}</h2>
        <Features games={games} heading="h3" />
        <CategoryLinks categoryIds={rails.map(({ categoryId }) => categoryId)} />
      </section>
    );
  }
  const lately = recentGames(games, recent);
  return (
    <>
      {rails.slice(0, MOST_RAILS).map((rail, at) => <CategoryRail key={rail.categoryId} {...rail} first={at === 0} />)}
      {/* Last of the rows: it comes in after the others, and must not push them. */}
      {lately.length > 1 ? <GameRail title={words.recent} games={lately} /> : null}
      <CategoryLinks categoryIds={rails.map(({ categoryId }) => categoryId)} />
    </>
  );
}

export function LobbyShelfSkeleton() {
  return (
    <>
      <FeatureSkeleton />
      <RailSkeleton />
    </>
  );
}
