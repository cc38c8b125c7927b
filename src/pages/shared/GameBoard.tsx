import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { Near } from './Near';
import { useCan } from './use-shelf';
import './game-grid.css';

/** Where its file can't be had there is no list, and its place stays empty. */
const TopBoard = lazy<ComponentType<{ gameId?: string }>>(() => import('./board/TopBoard').catch(() => ({ default: () => null })));

/** This week's highest multipliers, of one game or of all: asked for when its place comes near. */
export function GameBoard({ gameId }: { gameId?: string }) {
  if (!useCan('leaderboard')) return null;
  return <Near className="board-place"><Suspense><TopBoard {...(gameId !== undefined && { gameId })} /></Suspense></Near>;
}
