import { useCallback, useEffect, useReducer, useState } from 'react';
import { isUnderWay, loadWithdrawals, storedWithdrawals, watchWithdrawal } from '../../bridge/actions/withdrawals';
import type { Withdrawal } from '../../core/contract/withdrawals';
import { connectionStore } from '../../state/connection';
import { intentsStore, openIntents } from '../../state/intents';
import { useVisible } from '../shared/use-visible';
import { NO_WITHDRAWALS, withdrawals } from './withdrawals';
import type { Withdrawals } from './withdrawals';

/** One with people may take a day; only the newest few are worth asking about every few seconds. */
const MOST_WATCHED = 3;

export interface KnownWithdrawals extends Withdrawals {
  /** The withdrawal that the page was opened for is not one of the player's. */
  readonly isWantedMissing: boolean;
  /** Back through the browser's cache, and not yet read anew: what is on screen may be from long ago. */
  readonly isRechecking: boolean;
  readonly reload: () => void;
  readonly hear: (withdrawal: Withdrawal) => void;
}

/** The player's withdrawals; those under way, and `wantedId`, are followed until their state is final. */
export function useWithdrawals(wantedId: string | null): KnownWithdrawals {
  const [state, dispatch] = useReducer(withdrawals, NO_WITHDRAWALS);
  const [tries, setTries] = useState(0);
  const [missingId, setMissingId] = useState<string | null>(null);
  const [isRechecking, setRechecking] = useState(false);
  const isVisible = useVisible();
  const reload = useCallback(() => setTries((n) => n + 1), []);
  const hear = useCallback((withdrawal: Withdrawal) => dispatch({ type: 'heard', withdrawal }), []);

  // What the device has comes first: what is under way must stand above the form before anybody types into it.
  useEffect(() => {
    let isGone = false;
    void storedWithdrawals().then((stored) => {
      if (!isGone && stored !== null) dispatch({ type: 'stored', items: stored.data.items, savedAt: stored.savedAt });
    });
    return () => {
      isGone = true;
    };
  }, []);

  useEffect(() => {
    const control = new AbortController();
    void loadWithdrawals(control.signal).then((result) => {
      if (control.signal.aborted) return;
      setRechecking(false);
      if (result.ok) dispatch({ type: 'listed', items: result.data.items, savedAt: result.savedAt });
      else dispatch({ type: 'failed', error: result.error });
    });
    return () => control.abort();
  }, [tries]);

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
    // A request whose answer was unknown has become known: it is in the list now.
    const offIntents = intentsStore.subscribe((now, before) => {
      if (openIntents(now, 'withdrawal').length < openIntents(before, 'withdrawal').length) reload();
    });
    return () => {
      window.removeEventListener('pageshow', afterReturn);
      offConnection();
      offIntents();
    };
  }, [reload]);

  const known = state.items.find(({ withdrawalId }) => withdrawalId === wantedId);
  const isWantedOpen = wantedId !== null && wantedId !== missingId && (known === undefined || isUnderWay(known));
  const open = state.items.filter((each) => isUnderWay(each) && each.withdrawalId !== wantedId).map((each) => each.withdrawalId);
  const watched = [...(isWantedOpen ? [wantedId] : []), ...open].slice(0, MOST_WATCHED).join(' ');

  useEffect(() => {
    if (!isVisible || watched === '') return;
    const control = new AbortController();
    for (const id of watched.split(' ')) {
      // One answer of a watch that failed says nothing; the next comes by itself.
      void watchWithdrawal(
        id,
        (answer) => {
          if (answer.ok) {
            dispatch({ type: 'heard', withdrawal: answer.data });
            // What the device keeps is the list: without a connection it must not say that this is still open.
            if (!isUnderWay(answer.data)) reload();
          } else if (answer.error.problem?.code === 'not-found') setMissingId(id);
        },
        control.signal,
      );
    }
    return () => control.abort();
  }, [watched, isVisible, reload]);

  return { ...state, isWantedMissing: wantedId !== null && missingId === wantedId, isRechecking, reload, hear };
}
