import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { WhenNear } from '../../../ui/WhenNear';
import { useCan } from '../shelf/use-shelf';
import '../shelf/game-grid.css';

/** Loaded late. Where the code can't be loaded there is no list, and its place stays empty. */
const TopBoard = lazy<ComponentType<{ gameId?: string }>>(() => import('./TopBoard').catch(() => ({ default: () => null })));

/** This week's highest multipliers, of one game or of all. They are loaded when their place comes near. */
export function GameBoard({ gameId }: { gameId?: string }) {
  if (!useCan('leaderboard')) return null;
  return <WhenNear className="board-place"><Suspense><TopBoard {...(gameId !== undefined && { gameId })} /></Suspense></WhenNear>;
}
