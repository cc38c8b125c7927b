import { useCallback, useEffect, useReducer, useState } from 'react';
import { startedBy, watchDeposit } from '../../bridge/actions/cashier';
import { loadDeposits, storedDeposits } from '../../bridge/actions/histories';
import { isUnderWay } from '../../core/claim';
import type { Deposit } from '../../core/contract/cashier';
import { clock } from '../../core/time';
import { connectionStore } from '../../state/connection';
import { intentsStore, openIntents } from '../../state/intents';
import type { IntentsState } from '../../state/intents';
import { NO_DEPOSITS, deposits } from './deposits';
import type { Deposits } from './deposits';
import { useVisible } from '../shared/use-visible';

/** Abandoned payments stay pending for a day; only the newest few are worth asking about every few seconds. */
const MOST_WATCHED = 3;

export interface KnownDeposits extends Deposits {
  /** The deposit that the page was opened for is not one of the player's. */
  readonly isWantedMissing: boolean;
  /** Back through the browser's cache, and not yet read anew: what is on screen may be from long ago. */
  readonly isRechecking: boolean;
  readonly reload: () => void;
  readonly hear: (deposit: Deposit) => void;
}

/** The player's deposits; those under way, and `wantedId`, are followed until their state is final. */
export function useDeposits(wantedId: string | null): KnownDeposits {
  const [state, dispatch] = useReducer(deposits, NO_DEPOSITS);
  const [tries, setTries] = useState(0);
  const [missingId, setMissingId] = useState<string | null>(null);
  const [isRechecking, setRechecking] = useState(false);
  const isVisible = useVisible();
  const reload = useCallback(() => setTries((n) => n + 1), []);
  const hear = useCallback((deposit: Deposit) => dispatch({ type: 'heard', deposit }), []);

  // What the device has comes first: what is under way must stand above the form before anybody types into it.
  useEffect(() => {
    let isGone = false;
    void storedDeposits().then((stored) => {
      if (!isGone && stored !== null) dispatch({ type: 'stored', items: stored.data.items, savedAt: stored.savedAt });
    });
    return () => {
      isGone = true;
    };
  }, []);

  useEffect(() => {
    const control = new AbortController();
    void loadDeposits({}, control.signal).then((result) => {
      if (control.signal.aborted) return;
      setRechecking(false);
      if (result.ok) dispatch({ type: 'listed', items: result.data.items, savedAt: result.savedAt });
      else dispatch({ type: 'failed', error: result.error });
    });
    return () => control.abort();
  }, [tries]);

  // An answer that only the intent kept: the list was not read since, and the account or code in it is needed just then.
  useEffect(() => {
    const hearStarted = ({ byKey }: IntentsState) => Object.values(byKey).map(startedBy).forEach((started) => started && hear(started));
    hearStarted(intentsStore.getState());
    return intentsStore.subscribe(hearStarted);
  }, [hear]);

  useEffect(() => {
    const afterReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setRechecking(true);
      reload();
    };
    window.addEventListener('pageshow', afterReturn);
    const offConnection = connectionStore.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach === 'offline') reload();
    });
    // A deposit whose start was unknown has become known: it is in the list now.
    const offIntents = intentsStore.subscribe((now, before) => {
      if (openIntents(now, 'deposit').length < openIntents(before, 'deposit').length) reload();
    });
    return () => {
      window.removeEventListener('pageshow', afterReturn);
      offConnection();
      offIntents();
    };
  }, [reload]);

  const isOpen = (deposit: Deposit) => isUnderWay(deposit, clock.now());
  const pending = state.items.filter(isOpen).map((deposit) => deposit.depositId);
  const isWantedOpen = wantedId !== null && wantedId !== missingId && !state.items.some((each) => each.depositId === wantedId && !isOpen(each));
  const watched = [...(isWantedOpen ? [wantedId] : []), ...pending.filter((id) => id !== wantedId)].slice(0, MOST_WATCHED).join(' ');

  useEffect(() => {
    if (!isVisible || watched === '') return;
    const control = new AbortController();
    for (const id of watched.split(' ')) {
      // One answer of a watch that failed says nothing; the next comes by itself.
      void watchDeposit(
        id,
        (answer) => {
          if (answer.ok) {
            dispatch({ type: 'heard', deposit: answer.data });
            // What the device keeps is the list: without a connection it must not say that this is still open.
            if (!isUnderWay(answer.data, clock.now())) reload();
          } else if (answer.error.problem?.code === 'not-found') setMissingId(id);
        },
        control.signal,
      );
    }
    return () => control.abort();
  }, [watched, isVisible, reload]);

  return { ...state, isWantedMissing: wantedId !== null && missingId === wantedId, isRechecking, reload, hear };
}
