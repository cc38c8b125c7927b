import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { TileSkeleton } from '../../ui/GameTile';
import { ShelfTile } from './game-link';
import type { ShelfGame } from './shelf';
import { words } from './words';
import './game-grid.css';

/** Tiles drawn at once; more follow as their place comes near, so that a catalogue of thousands opens as fast as a small one. */
const BATCH_GAMES = 24;
/** Tiles whose art is loaded at once. */
const FIRST_SCREEN_GAMES = 6;
const NEAR = '800px';

/** All of `games` as a grid. Another list starts again with its first tiles; those that are in both stay as they are. */
export function GameGrid({ games }: { games: readonly ShelfGame[] }) {
  const [{ of, drawn }, setState] = useState({ of: games, drawn: BATCH_GAMES });
  if (of !== games) setState({ of: games, drawn: BATCH_GAMES });
  const drawMore = useCallback(() => setState((before) => ({ ...before, drawn: before.drawn + BATCH_GAMES })), []);
  const end = useRef<HTMLDivElement>(null);
  const isWhole = drawn >= games.length;

  useEffect(() => {
    const mark = end.current;
    if (mark === null || isWhole) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) drawMore();
      },
      { rootMargin: NEAR },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [isWhole, drawn, drawMore]);

  return (
    <>
      <ul className="game-grid">
        {games.slice(0, drawn).map((game, at) => (
          <li key={game.gameId}>
            <ShelfTile game={game} eager={at < FIRST_SCREEN_GAMES} />
          </li>
        ))}
      </ul>
      {isWhole ? null : (
        <div className="game-grid-more" ref={end}>
          <Button variant="secondary" onClick={drawMore}>{words.more}</Button>
        </div>
      )}
    </>
  );
}

/** Resting shapes of the grid's first screen. */
export function GridSkeleton({ tiles = 6 }: { tiles?: number }) {
  return (
    <div className="game-grid" aria-hidden="true">
      {Array.from({ length: tiles }, (_, at) => <TileSkeleton key={at} />)}
    </div>
  );
}
