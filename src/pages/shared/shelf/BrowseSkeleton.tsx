import { TileSkeleton } from '../../../ui/GameTile';
import './game-grid.css';

const TILES = 6;

/** Empty shapes of search results: the filters, the number, and the grid's first screen. */
export function BrowseSkeleton() {
  return (
    <div className="browse" aria-hidden="true">
      <div className="browse-rest" />
      <div className="game-grid">
        {Array.from({ length: TILES }, (_, at) => <TileSkeleton key={at} />)}
      </div>
    </div>
  );
}
