import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { useBack } from './use-back';

/** After this long without typing the text is written into the address. */
const REST_MS = 300;
const NAME = 'q';

interface QueryState {
  readonly query: string;
  /** The address as it was looked at last. */
  readonly addressQuery: string;
  /** The texts that were written into the address and have not been seen there yet. */
  readonly unseenWrites: readonly string[];
}

/** The address has changed: by what was typed here, or by back, forward or a link, which hold. */
function withAddress({ query, unseenWrites }: QueryState, addressQuery: string): QueryState {
  const isOwn = unseenWrites.includes(addressQuery);
  return { query: isOwn ? query : addressQuery, addressQuery, unseenWrites: isOwn ? unseenWrites.filter((each) => each !== addressQuery) : [] };
}

/**
 * The search text, as one types. The address follows a moment later, so that back, forward and a link bring it back; the first
 * letter is a step of its own, each further one is not.
 */
export function useQuery(): readonly [string, (query: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const addressQuery = search.get(NAME) ?? '';
  const [state, setState] = useState<QueryState>({ query: addressQuery, addressQuery, unseenWrites: [] });
  if (state.addressQuery !== addressQuery) setState(withAddress(state, addressQuery));
  const typed = state.query.trim();

  useEffect(() => {
    if (typed === addressQuery) return;
    const timer = setTimeout(() => {
      // Back has led to another page, which is still on its way.
      if (location.pathname !== pathname) return;
      setState((before) => ({ ...before, unseenWrites: [...before.unseenWrites, typed] }));
      // Reads the address as it is by now, because a choice of a moment ago may be in it and not be drawn yet.
      const next = new URLSearchParams(location.search);
      if (typed === '') next.delete(NAME);
      else next.set(NAME, typed);
      setSearch(next, { replace: addressQuery !== '', state: KEEP_SCROLL });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, addressQuery, pathname, setSearch]);

  useBack(
    useCallback((params) => setState((before) => ({ ...before, query: params.get(NAME) ?? '', unseenWrites: [] })), [setState]),
  );

  const setQuery = useCallback((query: string) => setState((before) => ({ ...before, query })), [setState]);
  return [state.query, setQuery];
}
