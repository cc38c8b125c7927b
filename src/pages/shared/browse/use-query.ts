import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { useHistoryStep } from './use-history-step';

/** The text is written into the address after a pause of this length. */
const PAUSE_MS = 300;
const PARAMETER = 'q';

interface QueryState {
  readonly query: string;
  /** The address when it was last compared. */
  readonly addressQuery: string;
  /** Texts that were written into the address and are not drawn yet. */
  readonly unseenWrites: readonly string[];
}

/** Handles a change of the address. The player's own typing changes nothing; back, forward and a link set the text. */
function withAddress({ query, unseenWrites }: QueryState, addressQuery: string): QueryState {
  const isOwn = unseenWrites.includes(addressQuery);
  return { query: isOwn ? query : addressQuery, addressQuery, unseenWrites: isOwn ? unseenWrites.filter((each) => each !== addressQuery) : [] };
}

/**
 * The search text, as it is typed. The address follows a moment later, so that back, forward and a link restore it. The first letter is a
 * step of the history, the others are not.
 */
export function useQuery(): readonly [string, (query: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const addressQuery = search.get(PARAMETER) ?? '';
  const [state, setState] = useState<QueryState>({ query: addressQuery, addressQuery, unseenWrites: [] });
  if (state.addressQuery !== addressQuery) setState(withAddress(state, addressQuery));
  const query = state.query.trim();

  useEffect(() => {
    if (query === addressQuery) return;
    const timer = setTimeout(() => {
      // Back has led to another page, which is still loading.
      if (location.pathname !== pathname) return;
      setState((before) => ({ ...before, unseenWrites: [...before.unseenWrites, query] }));
      // Reads the present address, because a choice of a moment ago may be in it and not be drawn yet.
      const next = new URLSearchParams(location.search);
      if (query === '') next.delete(PARAMETER);
      else next.set(PARAMETER, query);
      setSearch(next, { replace: addressQuery !== '', state: KEEP_SCROLL });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, addressQuery, pathname, setSearch]);

  useHistoryStep(
    useCallback((params) => setState((before) => ({ ...before, query: params.get(PARAMETER) ?? '', unseenWrites: [] })), [setState]),
  );

  const setQuery = useCallback((query: string) => setState((before) => ({ ...before, query })), [setState]);
  return [state.query, setQuery];
}
