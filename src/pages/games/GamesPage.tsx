import { Suspense, lazy, useLayoutEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { Finder } from '../shared/browse/Finder';
import { WhenNear } from '../../ui/WhenNear';
import { GridSkeleton } from '../shared/shelf/GridSkeleton';
import { ShelfAge } from '../shared/shelf/ShelfAge';
import { useShelf } from '../shared/shelf/use-shelf';
import './games.css';
import { LobbyHero } from './Hero';
import { LobbyChips, LobbyShelf } from './LobbyShelf';
import { useRecentPlay } from './use-recent-play';
import { words } from './words';

const HowCards = lazy<ComponentType>(() => import('./how/HowCards').catch(() => ({ default: () => null })));

/** The lobby at `/`. At `/games` the same list opens as one grid. */
export default function GamesPage() {
  const isLobby = useLocation().pathname !== '/games';
  const shelf = useShelf();
  const { gameIds: recent, openRound } = useRecentPlay();
  const [isScrollRestored, setScrollRestored] = useState(false);
  const { games } = shelf;

  // The frame restores the scroll position once the page is long enough; after that the player may have scrolled.
  const isLoaded = games !== null;
  useLayoutEffect(() => {
    if (!isLoaded) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setScrollRestored(scrollY > 0));
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded]);

  if (!isLobby) {
    return (
      <div className="lobby">
        <header className="stack lobby-head" data-public>
          <h1 tabIndex={-1}>{words.allGames}</h1>
          <p className="quiet">{words.allGamesText}</p>
        </header>
        <Finder key="/games" games={games} note={<ShelfAge shelf={shelf} />} />
      </div>
    );
  }
  return (
    <div className="lobby">
      <LobbyHero games={games} lastGameId={recent[0] ?? null} openRound={openRound} />
      <Finder key="/" games={games} chips={<LobbyChips games={games} />}>
        {games === null ? <GridSkeleton /> : <LobbyShelf {...{ games, recent, isScrollRestored }} note={<ShelfAge shelf={shelf} />} />}
        {games === null ? null : <WhenNear className="how-place"><Suspense><HowCards /></Suspense></WhenNear>}
      </Finder>
    </div>
  );
}
