import { useCallback, useEffect, useState } from 'react';
import { loadOpenRounds } from '../../../bridge/actions/rounds';
import type { OpenRound } from '../../../core/contract/games';
import { connectionStore } from '../../../state/connection';
import { useSignedIn } from '../../../state/use';
import { useCan } from '../shelf/use-shelf';

export interface OpenRounds {
  /** The open rounds of all games on all devices; null until the platform has answered. */
  readonly items: readonly OpenRound[] | null;
  /** `performance.now()` at which this list was requested. An answer about a round that came later is newer than the list. */
  readonly requestedAt: number;
  /** The first answer is loading. */
  readonly isAsking: boolean;
  readonly reload: () => void;
}

interface State {
  readonly items: readonly OpenRound[] | null;
  readonly requestedAt: number;
  readonly hasAnswered: boolean;
}

/** All guests share one list, because a new one at each drawing would look like a change to every subscriber. */
const NONE: readonly OpenRound[] = [];

/** The player's open rounds. They are loaded when the page opens, when the player comes back to it, and when the connection does. */
export function useOpenRounds(): OpenRounds {
  const canSteps = useCan('steps');
  const isWanted = useSignedIn() && canSteps;
  const [state, setState] = useState<State>({ items: null, requestedAt: 0, hasAnswered: false });
  const [tries, setTries] = useState(0);
  const reload = useCallback(() => setTries((count) => count + 1), []);

  useEffect(() => {
    if (!isWanted) return undefined;
    const control = new AbortController();
    const requestedAt = performance.now();
    void loadOpenRounds(control.signal).then((answer) => {
      if (control.signal.aborted) return;
      setState((before) => (answer.ok ? { items: answer.data, requestedAt, hasAnswered: true } : { ...before, hasAnswered: true }));
    });
    return () => control.abort();
  }, [isWanted, tries]);

  useEffect(() => {
    if (!isWanted) return undefined;
    const back = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', back);
    const forget = connectionStore.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach !== 'online') reload();
    });
    return () => {
      document.removeEventListener('visibilitychange', back);
      forget();
    };
  }, [isWanted, reload]);

  return { items: isWanted ? state.items : NONE, requestedAt: state.requestedAt, isAsking: isWanted && !state.hasAnswered, reload };
}
