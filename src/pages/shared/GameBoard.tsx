import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { useCan } from './use-shelf';
import './game-grid.css';

/** Where its file can't be had there is no list, and its place stays empty. */
const TopBoard = lazy<ComponentType<{ gameId?: string }>>(() => import('./board/TopBoard').catch(() => ({ default: () => null })));

const NEAR = '400px';

/** This week's highest multipliers, of one game or of all: asked for when its place comes near, which is as high as the list. */
export function GameBoard({ gameId }: { gameId?: string }) {
  const can = useCan('leaderboard');
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => setNear((before) => before || entries.some(({ isIntersecting }) => isIntersecting)), { rootMargin: NEAR });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [can]);
  if (!can) return null;
  return <div className="board-place" ref={place}>{isNear ? <Suspense><TopBoard {...(gameId !== undefined && { gameId })} /></Suspense> : null}</div>;
}
