import { memo, useMemo } from 'react';
import { ShelfTile } from '../shelf/game-link';
import type { ShelfGame } from '../shelf/shelf';
import { useDrawn } from './use-drawn';
import '../shelf/game-grid.css';

/** Tiles whose art is loaded at once. */
const FIRST_SCREEN_GAMES = 6;

/**
 * All of `games` as a grid, as high as all of them, of which only what is near the screen is drawn: a catalogue of thousands
 * costs what a small one does.
 */
export const GameGrid = memo(function GameGrid({ games }: { games: readonly ShelfGame[] }) {
  // A list that comes anew has the same games in new objects: their tiles stay, and so does the focus.
  const ids = useMemo(() => games.map(({ gameId }) => gameId), [games]);
  const { grid, from, to, rowsBefore, rowsAfter, columns, pitch } = useDrawn(ids);
  const backgroundSize = `calc((100% + var(--gap)) / ${columns}) ${pitch}px`;
  const shapes = (rows: number, first: number) =>
    rows === 0 ? null : <li className="game-rest" aria-hidden="true" style={{ translate: `0 ${first * pitch}px`, height: rows * pitch, backgroundSize }} />;
  return (
    <ul className="game-grid" ref={grid} style={{ paddingTop: rowsBefore * pitch, paddingBottom: rowsAfter * pitch }}>
      {games.slice(from, to).map((game, at) => (
        <li key={game.gameId} aria-posinset={from + at + 1} aria-setsize={games.length}>
          <ShelfTile game={game} eager={from + at < FIRST_SCREEN_GAMES} />
        </li>
      ))}
      {shapes(rowsBefore, 0)}
      {shapes(rowsAfter, Math.ceil(games.length / columns) - rowsAfter)}
    </ul>
  );
});
