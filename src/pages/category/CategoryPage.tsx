import { useDeferredValue, useMemo, useState } from 'react';
import { Link, useParams } from '../../ui/routing';
import { createIndex } from '../../core/text-search';
import { categoryName } from '../../games/words';
import { Button, buttonClass } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Illustration } from '../../ui/illustrations';
import { SearchField } from '../../ui/SearchField';
import { EmptyState, Skeleton } from '../../ui/States';
import { FEW_GAMES, Features } from '../shared/FeatureGame';
import { GameGrid, GridSkeleton } from '../shared/GameGrid';
import { categoryPath } from '../shared/game-link';
import { NO_FILTER, filterShelf, railsOf } from '../shared/shelf';
import type { ShelfGame } from '../shared/shelf';
import { isShelfOrder, ordersFor, sortShelf } from '../shared/shelf-order';
import type { ShelfOrder } from '../shared/shelf-order';
import { ShelfAge } from '../shared/ShelfAge';
import { ShelfFilters } from '../shared/ShelfFilters';
import { useShelf } from '../shared/use-shelf';
import { words as shared } from '../shared/words';
import './category.css';
import { words } from './words';

/** A shorter list is seen at a glance. */
const SEARCH_FROM_GAMES = 12;
const SORT_FROM_GAMES = 2;

function OtherCategories({ games, categoryId }: { games: readonly ShelfGame[]; categoryId: string }) {
  const others = railsOf(games).filter((rail) => rail.categoryId !== categoryId);
  return (
    <nav className="chips" aria-label={words.others}>
      {others.map((rail) => (
        <Link key={rail.categoryId} className="chip" to={categoryPath(rail.categoryId)}>{categoryName(rail.categoryId)}</Link>
      ))}
      <Link className="chip" to="/games">{words.all}</Link>
    </nav>
  );
}

function Sort({ games, order, onChange }: { games: readonly ShelfGame[]; order: ShelfOrder; onChange: (order: ShelfOrder) => void }) {
  return (
    <SelectField
      className="category-sort"
      label={shared.sort}
      value={order}
      onChange={(event) => {
        const { value } = event.target;
        if (isShelfOrder(value)) onChange(value);
      }}
    >
      {ordersFor(games).map((each) => <option key={each} value={each}>{shared.orders[each]}</option>)}
    </SelectField>
  );
}

/** The games of one category; everything in it is chosen from `games`. */
function CategoryGames({ games }: { games: readonly ShelfGame[] }) {
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<ShelfOrder>('lobby');
  const [filter, setFilter] = useState(NO_FILTER);
  const typed = useDeferredValue(query);
  const search = useMemo(() => createIndex(games, (game) => game.name), [games]);
  const found = useMemo(() => sortShelf(filterShelf(search(typed), filter), order), [search, typed, filter, order]);
  return (
    <>
      <div className="shelf-tools">
        {games.length < SEARCH_FROM_GAMES ? null : (
          <SearchField label={shared.search} value={query} onChange={setQuery} found={typed === '' ? '' : shared.found(found.length)} />
        )}
        <ShelfFilters games={games} filter={filter} onChange={setFilter} />
        {games.length < SORT_FROM_GAMES ? null : <Sort games={games} order={order} onChange={setOrder} />}
      </div>
      {games.length <= FEW_GAMES && filter === NO_FILTER ? (
        <Features games={found} />
      ) : found.length > 0 ? (
        <GameGrid games={found} />
      ) : (
        <EmptyState
          title={shared.nothingFoundTitle}
          art={<Illustration name="nothing-found" />}
          action={
            <Button
              variant="secondary"
              onClick={() => {
                setQuery('');
                setFilter(NO_FILTER);
              }}
            >
              {shared.clear}
            </Button>
          }
        >
          {shared.nothingFound}
        </EmptyState>
      )}
    </>
  );
}

/** `/category/:categoryId`. */
export default function CategoryPage() {
  const { categoryId = '' } = useParams();
  const shelf = useShelf();
  const games = useMemo(
    () => shelf.games?.filter(({ categories }) => categories.includes(categoryId)) ?? null,
    [shelf.games, categoryId],
  );

  if (games === null || shelf.games === null) {
    return (
      <div className="lobby" aria-busy="true">
        <h1 tabIndex={-1}>{categoryName(categoryId)}</h1>
        <Skeleton lines={1} className="category-count" />
        <GridSkeleton />
      </div>
    );
  }
  if (games.length === 0) {
    return (
      <div className="lobby">
        <div className="state">
          <Illustration name="nothing-found" />
          <h1 tabIndex={-1}>{words.unknownTitle}</h1>
          <p className="quiet">{words.unknown}</p>
          <Link className={buttonClass()} to="/games">{words.all}</Link>
        </div>
        <OtherCategories games={shelf.games} categoryId={categoryId} />
      </div>
    );
  }
  return (
    <div className="lobby">
      <header>
        <h1 tabIndex={-1}>{categoryName(categoryId)}</h1>
        <p className="quiet category-count">{shared.found(games.length)}</p>
      </header>
      <ShelfAge shelf={shelf} />
      <CategoryGames key={categoryId} games={games} />
      <OtherCategories games={shelf.games} categoryId={categoryId} />
    </div>
  );
}
