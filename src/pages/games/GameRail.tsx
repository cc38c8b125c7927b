import { Link } from '../../ui/routing';
import { categoryName } from '../../games/words';
import { TileSkeleton } from '../../ui/GameTile';
import { ShelfTile, categoryPath } from '../shared/game-link';
import type { Rail, ShelfGame } from '../shared/shelf';
import './rail.css';
import { words } from './words';

interface Props {
  title: string;
  games: readonly ShelfGame[];
  /** Where all of them are, and how many. */
  all?: { readonly to: string; readonly total: number };
  /** In the first screen: art is loaded at once. */
  first?: boolean;
}

/** One row of tiles that is pushed sideways and comes to rest on a tile. */
export function GameRail({ title, games, all, first = false }: Props) {
  return (
    <section className="rail" aria-label={title}>
      <div className="row spread">
        <h2>{title}</h2>
        {all === undefined ? null : (
          <Link className="rail-all" to={all.to} aria-label={words.seeAllOf(title)}>
            {words.seeAll} <span className="quiet">{all.total}</span>
          </Link>
        )}
      </div>
      <ul className="rail-tiles">
        {games.map((game, at) => (
          <li key={game.gameId}>
            <ShelfTile game={game} eager={first && at < 3} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CategoryRail({ categoryId, games, total, first }: Rail & { first: boolean }) {
  return <GameRail title={categoryName(categoryId)} games={games} all={{ to: categoryPath(categoryId), total }} first={first} />;
}

export function RailSkeleton() {
  return (
    <div className="rail" aria-hidden="true">
      <div className="rail-title skeleton" />
      <div className="rail-tiles">
        {Array.from({ length: 6 }, (_, at) => <TileSkeleton key={at} />)}
      </div>
    </div>
  );
}
