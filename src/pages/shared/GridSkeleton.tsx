import { TileSkeleton } from '../../ui/GameTile';
import './game-grid.css';

/** Resting shapes of the grid's first screen. */
export function GridSkeleton({ tiles = 6 }: { tiles?: number }) {
  return (
    <div className="game-grid" aria-hidden="true">
      {Array.from({ length: tiles }, (_, at) => <TileSkeleton key={at} />)}
    </div>
  );
}
