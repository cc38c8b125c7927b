import { memo, useMemo } from 'react';
import { ShelfTile } from '../shelf/ShelfTile';
import type { ShelfGame } from '../shelf/shelf';
import { useTileRange } from './use-tile-range';
import '../shelf/game-grid.css';

/** The art of this many tiles is loaded at once. */
const FIRST_SCREEN_GAMES = 6;

/**
 * Shows all of `games` as a grid of full height, of which only the part near the screen is drawn: a catalogue of thousands costs as much as
 * a small one.
 */
export const GameGrid = memo(function GameGrid({ games }: { games: readonly ShelfGame[] }) {
  // A list that is loaded again has the same games as new objects. Their tiles stay, and so does the focus.
  const ids = useMemo(() => games.map(({ gameId }) => gameId), [games]);
  const { grid, from, to, rowsBefore, rowsAfter, columns, pitch } = useTileRange(ids);
  const backgroundSize = `calc((100% + var(--gap)) / ${columns}) ${pitch}px`;
  const shapes = (rows: number, first: number) =>
    rows === 0 ? null : <li className="game-rest" aria-hidden="true" style={{ translate: `0 ${first * pitch}px`, height: rows * pitch, backgroundSize }} />;
  return (
    <ul className="game-grid" data-public ref={grid} style={{ paddingTop: rowsBefore * pitch, paddingBottom: rowsAfter * pitch }}>
      {games.slice(from, to).map((game, at) => (
        <li key={game.gameId} aria-posinset={from + at + 1} aria-setsize={games.length}>
          <ShelfTile game={game} eager={from + at < FIRST_SCREEN_GAMES} withFacts />
        </li>
      ))}
      {shapes(rowsBefore, 0)}
      {shapes(rowsAfter, Math.ceil(games.length / columns) - rowsAfter)}
    </ul>
  );
});
