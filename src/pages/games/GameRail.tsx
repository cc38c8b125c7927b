import { Link } from 'react-router-dom';
import { ShelfTile } from '../shared/shelf/ShelfTile';
import type { ShelfGame } from '../shared/shelf/shelf';
import './rail.css';
import { words } from './words';

interface Props {
  title: string;
  games: readonly ShelfGame[];
  /** The address of the whole list, and its length. */
  all?: { readonly to: string; readonly total: number };
}

/** One row of tiles that scrolls sideways and stops at a tile. */
export function GameRail({ title, games, all }: Props) {
  return (
    <section className="rail" aria-label={title}>
      <div className="row spread">
        <h2>{title}</h2>
        {all === undefined ? null : (
          <Link className="see-all" to={all.to} aria-label={words.seeAllOf(title)}>
            {words.seeAll} <span className="quiet">{all.total}</span>
          </Link>
        )}
      </div>
      <ul className="rail-tiles">
        {games.map((game) => <li key={game.gameId}><ShelfTile game={game} /></li>)}
      </ul>
    </section>
  );
}
