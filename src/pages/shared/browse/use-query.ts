import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { useBack } from './use-back';

/** So long nothing was typed: then what stands in the field is written into the address. */
const REST_MS = 300;
const NAME = 'q';

interface Typed {
  readonly query: string;
  /** The address as it was looked at last. */
  readonly told: string;
  /** What was written into the address and has not been seen there yet. */
  readonly written: readonly string[];
}

/** The address has changed: by what was typed here, or by back, forward or a link, which hold. */
function heard({ query, written }: Typed, told: string): Typed {
  const isOwn = written.includes(told);
  return { query: isOwn ? query : told, told, written: isOwn ? written.filter((each) => each !== told) : [] };
}

/**
 * What is searched for, as one types. The address follows a moment later, so that back, forward and a link bring it back;
 * the first letter is a step of its own, each further one is not.
 */
export function useQuery(): readonly [string, (query: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const told = search.get(NAME) ?? '';
  const [state, setState] = useState<Typed>({ query: told, told, written: [] });
  if (state.told !== told) setState(heard(state, told));
  const typed = state.query.trim();

  useEffect(() => {
    if (typed === told) return;
    const timer = setTimeout(() => {
      // Back has led elsewhere, and the page there is still on its way.
      if (location.pathname !== pathname) return;
      setState((before) => ({ ...before, written: [...before.written, typed] }));
      // As the address is by now: what was pressed a moment ago may stand in it and not be drawn yet.
      const next = new URLSearchParams(location.search);
      if (typed === '') next.delete(NAME);
      else next.set(NAME, typed);
      setSearch(next, { replace: told !== '', state: KEEP_SCROLL });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, told, pathname, setSearch]);

  useBack(
    useCallback((asked) => setState((before) => ({ ...before, query: asked.get(NAME) ?? '', written: [] })), [setState]),
  );

  const setQuery = useCallback((query: string) => setState((before) => ({ ...before, query })), [setState]);
  return [state.query, setQuery];
}
