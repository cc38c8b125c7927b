import { Suspense, lazy, useDeferredValue } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { SearchField } from '../../../ui/SearchField';
import { BrowseSkeleton } from '../shelf/GridSkeleton';
import type { ShelfGame } from '../shelf/shelf';
import { useQuery } from './use-query';
import { words } from '../words';
import '../shelf/game-grid.css';

const loadBrowse = () => import('./Browse');
const Browse = lazy(loadBrowse);

/** Something of a view stands in the address; see `browse/view.ts`. */
const VIEW = /[?&](q|kind|rtp|vol|only|sort)=/;

/** On a phone the keyboard takes half the screen: the field goes to the top, so that what it finds is seen. */
function begin(event: FocusEvent<HTMLElement>): void {
  void loadBrowse().catch(() => undefined);
  if (matchMedia('(max-width: 599px)').matches) event.currentTarget.scrollIntoView({ block: 'start' });
}

interface Props {
  /** Null while they are on their way. */
  games: readonly ShelfGame[] | null;
  /** The note about the list itself. */
  note: ReactNode;
  /** The content while nothing is searched for; without it the list is shown from the start. */
  children?: ReactNode;
}

/** The search in place; what it finds, with filters and orders, comes in a file of its own. */
export function Finder({ games, note, children }: Props) {
  const [query, setQuery] = useQuery();
  const settledQuery = useDeferredValue(query);
  const { search } = useLocation();
  const isOpen = children === undefined || query.trim() !== '' || VIEW.test(search);
  return (
    <>
      <div className="shelf-tools" onFocus={begin}>
        <SearchField label={words.search} value={query} onChange={setQuery} />
        {note}
      </div>
      {isOpen ? (
        <Suspense fallback={<BrowseSkeleton />}>
          {games === null ? <BrowseSkeleton /> : <Browse games={games} query={settledQuery} onQuery={setQuery} />}
        </Suspense>
      ) : children}
    </>
  );
}
