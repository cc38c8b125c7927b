import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { categoryName } from '../../games/words';
import { TileSkeleton } from '../../ui/GameTile';
import { ShelfTile, categoryPath } from '../shared/shelf/game-link';
import type { Rail, ShelfGame } from '../shared/shelf/shelf';
import './rail.css';
import { words } from './words';

interface Props {
  title: string;
  games: readonly ShelfGame[];
  /** The address of the whole list, and its length. */
  all?: { readonly to: string; readonly total: number };
  /** The rail is on the first screen, so its art is loaded at once. */
  first?: boolean;
  /** The element, for code that needs its position. */
  place?: RefObject<HTMLElement | null> | undefined;
}

/** One row of tiles that scrolls sideways and stops at a tile. */
export function GameRail({ title, games, all, first = false, place }: Props) {
  return (
    <section className="rail" aria-label={title} ref={place}>
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

export function CategoryRail({ categoryId, games, total, first, place }: Rail & Required<Pick<Props, 'first' | 'place'>>) {
  return <GameRail title={categoryName(categoryId)} games={games} all={{ to: categoryPath(categoryId), total }} first={first} place={place} />;
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
