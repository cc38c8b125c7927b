import type { FocusEvent } from 'react';
import { Suspense, lazy, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation } from '../../ui/routing';
import type { createIndex } from '../../core/text-search';
import { Button } from '../../ui/Button';
import { SearchField } from '../../ui/SearchField';
import { EmptyState } from '../../ui/States';
import { FEW_GAMES, Features } from '../shared/FeatureGame';
import { GameGrid, GridSkeleton } from '../shared/GameGrid';
import { NO_FILTER, filterShelf } from '../shared/shelf';
import type { ShelfGame } from '../shared/shelf';
import { ShelfAge } from '../shared/ShelfAge';
import { ShelfFilters } from '../shared/ShelfFilters';
import { useShelf } from '../shared/use-shelf';
import { words as shared } from '../shared/words';
import './games.css';
import { LobbyHero } from './Hero';
import { HowCards } from './HowCards';
import { LobbyShelf, LobbyShelfSkeleton } from './LobbyShelf';
import { useRecentGames } from './use-recent';
import { words } from './words';

/** Seldom seen, and never first. */
const Illustration = lazy(() => import('../../ui/illustrations').then((module) => ({ default: module.Illustration })));

const NO_GAMES: readonly ShelfGame[] = [];

const loadSearch = () => import('../../core/text-search');

/** What finds games by name, by kind and by category; null until somebody has typed, and where it could not be loaded. */
function useShelfIndex(games: readonly ShelfGame[] | null, hasTyped: boolean): ((query: string) => readonly ShelfGame[]) | null {
  const [index, setIndex] = useState<{ readonly create: typeof createIndex } | null>(null);
  useEffect(() => {
    if (hasTyped) loadSearch().then((module) => setIndex({ create: module.createIndex }), () => undefined);
  }, [hasTyped]);
  // Reading thousands of names takes a moment: not before anybody searches.
  return useMemo(
    () => (hasTyped && games !== null ? index?.create(games, (game) => [game.name, [game.kind, ...game.categories].join(' ')]) ?? null : null),
    [hasTyped, games, index],
  );
}

function useSearch(games: readonly ShelfGame[] | null) {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState(NO_FILTER);
  const typed = useDeferredValue(query);
  const hasTyped = typed.trim() !== '';
  const search = useShelfIndex(games, hasTyped);
  const found = useMemo(
    () => filterShelf(search?.(typed) ?? games ?? NO_GAMES, filter),
    [search, typed, games, filter],
  );
  const isNarrowed = hasTyped || filter.kind !== '' || filter.practiceOnly;
  const clear = () => {
    setQuery('');
    setFilter(NO_FILTER);
  };
  return { query, setQuery, filter, setFilter, found, isNarrowed, clear };
}

/** On a phone the keyboard takes half the screen: the field goes to the top, so that what it finds is seen. */
function showResults(event: FocusEvent<HTMLElement>): void {
  if (!event.target.matches('input')) return;
  loadSearch().catch(() => undefined);
  if (matchMedia('(max-width: 599px)').matches) event.currentTarget.scrollIntoView({ block: 'start' });
}

/** The lobby at `/`; at `/games` the same list opens as one grid. */
export default function GamesPage() {
  const isLobby = useLocation().pathname !== '/games';
  const shelf = useShelf();
  const recent = useRecentGames();
  const { games } = shelf;
  const { query, setQuery, filter, setFilter, found, isNarrowed, clear } = useSearch(games);

  return (
    <div className="lobby">
      {isLobby ? (
        <LobbyHero games={games} lastGameId={recent[0] ?? null} />
      ) : (
        <header className="stack lobby-head">
          <h1 tabIndex={-1}>{words.allGames}</h1>
          <p className="quiet">{words.allGamesText}</p>
        </header>
      )}
      <div className="shelf-tools" onFocus={showResults}>
        <SearchField
          label={shared.search}
          value={query}
          onChange={setQuery}
          found={isNarrowed ? shared.found(found.length) : ''}
        />
        {isLobby && !isNarrowed ? null : <ShelfFilters games={games} filter={filter} onChange={setFilter} />}
      </div>
      <ShelfAge shelf={shelf} />
      {games === null ? (
        isLobby ? <LobbyShelfSkeleton /> : <GridSkeleton />
      ) : isLobby && !isNarrowed ? (
        <>
          <LobbyShelf games={games} recent={recent} />
          <HowCards />
        </>
      ) : !isNarrowed && games.length <= FEW_GAMES ? (
        <>
          <Features games={games} />
          <HowCards />
        </>
      ) : found.length > 0 ? (
        <GameGrid games={found} />
      ) : (
        <EmptyState
          title={shared.nothingFoundTitle}
          art={<Suspense><Illustration name="nothing-found" /></Suspense>}
          action={<Button variant="secondary" onClick={clear}>{shared.clear}</Button>}
        >
          {shared.nothingFound}
        </EmptyState>
      )}
    </div>
  );
}
