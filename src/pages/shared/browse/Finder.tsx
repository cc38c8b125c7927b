import { Suspense, lazy, useDeferredValue } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { SearchField } from '../../../ui/SearchField';
import { GridSkeleton } from '../shelf/GridSkeleton';
import type { ShelfGame } from '../shelf/shelf';
import { useQuery } from './use-query';
import { words } from '../words';
import '../shelf/game-grid.css';

const loadBrowse = () => import('./Browse');
const Browse = lazy(loadBrowse);
const skeleton = <GridSkeleton isBrowse />;

/** The address has a part of a view; see `browse/view.ts`. */
const VIEW = /[?&](q|kind|rtp|vol|only|sort)=/;

/** The keyboard takes half of a phone's screen, so the field scrolls to the top and leaves room for the results. */
function begin(event: FocusEvent<HTMLElement>): void {
  void loadBrowse().catch(() => undefined);
  if (matchMedia('(max-width: 599px)').matches) event.currentTarget.scrollIntoView({ block: 'start' });
}

interface Props {
  /** Null while the games are loading. */
  games: readonly ShelfGame[] | null;
  /** The note about the list itself. */
  note?: ReactNode;
  /** Links that stand in a row with the search. */
  chips?: ReactNode;
  /** The content without a search. Where there is none, the list is shown from the start. */
  children?: ReactNode;
}

/** The search field. Its results, with filters and orders, are loaded late. */
export function Finder({ games, note, chips, children }: Props) {
  const [query, setQuery] = useQuery();
  const settledQuery = useDeferredValue(query);
  const { search } = useLocation();
  const isOpen = children === undefined || query.trim() !== '' || VIEW.test(search);
  return (
    <>
      <div className="shelf-tools" onFocus={begin}>
        <div className={chips === undefined ? undefined : 'shelf-row'} data-public>
          <SearchField label={words.search} value={query} onChange={setQuery} />
          {chips}
        </div>
        {note}
      </div>
      {isOpen ? (
        <Suspense fallback={skeleton}>
          {games === null ? skeleton : <Browse games={games} query={settledQuery} onQuery={setQuery} />}
        </Suspense>
      ) : children}
    </>
  );
}
