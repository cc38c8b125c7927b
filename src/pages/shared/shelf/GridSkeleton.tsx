import { TileSkeleton } from '../../../ui/GameTile';
import { SHORTLIST_GAMES } from './shelf';
import './game-grid.css';

/** Empty shapes of the grid's first screen, below the title of a shelf or below the filters and the number of search results. */
export function GridSkeleton({ isBrowse = false }: { isBrowse?: boolean }) {
  return (
    <div className={isBrowse ? 'browse' : 'shelf'} aria-hidden="true">
      <div className={isBrowse ? 'browse-rest' : 'shelf-title skeleton'} />
      <div className="game-grid">
        {Array.from({ length: SHORTLIST_GAMES }, (_, at) => <TileSkeleton key={at} />)}
      </div>
    </div>
  );
}
