import { memo, useEffect, useMemo } from 'react';
import { Features } from '../features/FeatureGame';
import { useFavourites } from '../favourites/use-favourites';
import { FEW_GAMES } from '../shelf/shelf';
import type { ShelfGame } from '../shelf/shelf';
import { choicesFor, filterShelf } from './filter';
import { Filters } from './Filters';
import { GameGrid } from './GameGrid';
import { NoGames } from './NoGames';
import { ordersFor, sortShelf } from './order';
import { readAhead, searchGames } from './search';
import { useView } from './use-view';
import { DEFAULT_VIEW, filterCount } from './view';
import './browse.css';
import { words } from './words';

interface Props {
  games: readonly ShelfGame[];
  /** The search text. */
  query: string;
  onQuery: (query: string) => void;
}

/** A list of games that are searched, filtered and sorted. */
function Browse({ games, query, onQuery }: Props) {
  const { view, selected, change } = useView();
  const favourites = useFavourites();
  useEffect(() => readAhead(games), [games]);
  const isSearched = query.trim() !== '';
  const matches = useMemo(
    // The best matches come first, unless the player chose another order.
    () => sortShelf(filterShelf(searchGames(games, query), view, favourites), view.order),
    [games, query, view, favourites],
  );
  const choices = useMemo(() => choicesFor(games, view, favourites), [games, view, favourites]);
  const orders = useMemo(() => ordersFor(games), [games]);
  const isPlain = !isSearched && filterCount(view) === 0;
  const clear = () => {
    onQuery('');
    change(DEFAULT_VIEW);
  };

  if (isPlain && games.length <= FEW_GAMES) return <Features games={sortShelf(games, view.order)} />;
  return (
    <div className="browse">
      <Filters view={selected} choices={choices} orders={orders} onChange={change} />
      <p className="browse-found quiet small" role="status">{words.found(matches.length)}</p>
      {matches.length > 0 ? <GameGrid games={matches} /> : <NoGames favourites={view.only.includes('favourite') && favourites.size === 0} onClear={clear} />}
    </div>
  );
}

/** The list is memoised, so a key that changes no result draws nothing. */
export default memo(Browse);
