import { useEffect, useRef, useState } from 'react';
import { findPlayers } from '../../../bridge/actions/desk-players';
import type { FoundPlayer } from '../../../core/contract/desk-players';
import type { CallError } from '../../../core/errors';

/** The last search and what it found. It lives with the tab, in memory alone, so that "back" shows it again. */
export interface SearchState {
  /** What was searched for; null before the first search. */
  readonly term: string | null;
  readonly items: readonly FoundPlayer[];
  readonly next: string | null;
  readonly isTooMany: boolean;
  readonly is: 'idle' | 'searching' | 'loading-more';
  readonly error: CallError | null;
}

const NOTHING: SearchState = { term: null, items: [], next: null, isTooMany: false, is: 'idle', error: null };

export interface Search extends SearchState {
  readonly run: (term: string) => void;
  readonly showMore: () => void;
}

export function useSearch(): Search {
  const [state, setState] = useState<SearchState>(NOTHING);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  async function load(term: string, cursor: string | undefined): Promise<void> {
    control.current?.abort();
    const running = new AbortController();
    control.current = running;
    const result = await findPlayers(term, cursor, running.signal);
    if (running.signal.aborted) return;
    if (!result.ok) {
      setState((before) => ({ ...before, is: 'idle', error: result.error.code === 'canceled' ? null : result.error }));
      return;
    }
    const { items, next, isTooMany } = result.data;
    setState((before) => ({ term, items: cursor === undefined ? items : joined(before.items, items), next, isTooMany, is: 'idle', error: null }));
  }

  return {
    ...state,
    run: (term) => {
      setState({ ...NOTHING, term, is: 'searching' });
      void load(term, undefined);
    },
    showMore: () => {
      const { term, next } = state;
      if (term === null || next === null || state.is !== 'idle') return;
      setState((before) => ({ ...before, is: 'loading-more', error: null }));
      void load(term, next);
    },
  };
}

/** Somebody may fit in two ways, and is on a later page once more. */
function joined(before: readonly FoundPlayer[], more: readonly FoundPlayer[]): readonly FoundPlayer[] {
  return [...before, ...more.filter(({ playerId }) => !before.some((each) => each.playerId === playerId))];
}
