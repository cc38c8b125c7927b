import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useReloadWhenOld } from '../../../bridge/figures/use-reload-when-old';
import type { IntentKind } from '../../../core/intent';
import type { Result } from '../../../core/errors';
import { clock } from '../../../core/time';
import { onDisconnect, onReconnect } from '../../../state/connection';
import { intentsStore, openIntents } from '../../../state/intents';
import type { FollowedList, ListEvent } from './followed-list';
import { useVisible } from '../../../ui/use-visible';

/** Abandoned items stay open for a day, so only the newest few are requested every few seconds. */
const MAX_WATCHED = 3;

/** The parts of a list, and the way its items are followed. Pass the same object at every call. */
export interface ListSource<T, S extends FollowedList<T>> {
  /** The calls that add to the list. */
  readonly kind: IntentKind;
  readonly none: S;
  readonly reduce: (state: S, event: ListEvent<T>) => S;
  readonly idOf: (item: T) => string;
  readonly isUnderWay: (item: T) => boolean;
  readonly stored: () => Promise<{ readonly data: { readonly items: readonly T[] }; readonly savedAt: number } | null>;
  readonly load: (signal: AbortSignal) => Promise<Result<{ readonly items: readonly T[] }>>;
  /** Reports every answer until the state is final or the signal ends it. */
  readonly watch: (id: string, onAnswer: (answer: Result<T>) => void, signal: AbortSignal) => Promise<void>;
}

export interface FollowedState<T> {
  /** The page was opened for an item that is not one of the player's. */
  readonly isWantedMissing: boolean;
  /** The page came back through the browser's cache and is not loaded again yet, so its content may be old. */
  readonly isRechecking: boolean;
  readonly reload: () => void;
  readonly update: (item: T) => void;
}

/** The list. Items in progress, and `wantedId`, are followed until their state is final. */
export function useFollowedList<T, S extends FollowedList<T>>(source: ListSource<T, S>, wantedId: string | null): S & FollowedState<T> {
  const [state, dispatch] = useReducer(source.reduce, source.none);
  const [tries, setTries] = useState(0);
  const [missingId, setMissingId] = useState<string | null>(null);
  const [isRechecking, setRechecking] = useState(false);
  const answeredAt = useRef(0);
  const isAsking = useRef(false);
  const isVisible = useVisible();
  const reload = useCallback(() => setTries((n) => n + 1), []);
  const update = useCallback((item: T) => dispatch({ type: 'updated', item }), []);

  // The device's copy comes first, because items in progress must stand above the form before the player types into it.
  useEffect(() => {
    let isGone = false;
    void source.stored().then((stored) => {
      if (!isGone && stored !== null) dispatch({ type: 'stored', items: stored.data.items, savedAt: stored.savedAt });
    });
    return () => {
      isGone = true;
    };
  }, [source]);

  useEffect(() => {
    const control = new AbortController();
    isAsking.current = true;
    void source.load(control.signal).then((result) => {
      if (control.signal.aborted) return;
      isAsking.current = false;
      setRechecking(false);
      answeredAt.current = clock.now();
      if (result.ok) dispatch({ type: 'listed', items: result.data.items, savedAt: result.savedAt });
      else dispatch({ type: 'failed', error: result.error });
    });
    return () => control.abort();
  }, [source, tries]);

  useEffect(() => {
    const afterReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setRechecking(true);
      reload();
    };
    window.addEventListener('pageshow', afterReturn);
    const unsubscribeReconnect = onReconnect(reload);
    const unsubscribeDisconnect = onDisconnect(() => dispatch({ type: 'cut', answeredAt: answeredAt.current }));
    // The answer to a request was unknown and is known now, so its item is in the list.
    const unsubscribeIntents = intentsStore.subscribe((now, before) => {
      if (openIntents(now, source.kind).length < openIntents(before, source.kind).length) reload();
    });
    return () => {
      window.removeEventListener('pageshow', afterReturn);
      unsubscribeReconnect();
      unsubscribeDisconnect();
      unsubscribeIntents();
    };
  }, [source, reload]);

  useReloadWhenOld(() => ({ isAsking: isAsking.current, isOld: state.savedAt !== null, error: state.error }), reload);

  const { idOf, isUnderWay } = source;
  const wantedItem = state.items.find((item) => idOf(item) === wantedId);
  const isWantedOpen = wantedId !== null && wantedId !== missingId && (wantedItem === undefined || isUnderWay(wantedItem));
  const open = state.items.filter((item) => isUnderWay(item) && idOf(item) !== wantedId).map(idOf);
  const watchedIds = [...(isWantedOpen ? [wantedId] : []), ...open].slice(0, MAX_WATCHED).join(' ');

  useEffect(() => {
    if (!isVisible || watchedIds === '') return;
    const control = new AbortController();
    for (const id of watchedIds.split(' ')) {
      // One failed answer changes nothing; the next one comes by itself.
      void source.watch(
        id,
        (answer) => {
          if (answer.ok) {
            dispatch({ type: 'updated', item: answer.data });
            // The device stores the list, so it is loaded again: without a connection it must not show this item as open.
            if (!source.isUnderWay(answer.data)) reload();
          } else if (answer.error.problem?.code === 'not-found') setMissingId(id);
        },
        control.signal,
      );
    }
    return () => control.abort();
  }, [source, watchedIds, isVisible, reload]);

  return { ...state, isWantedMissing: wantedId !== null && missingId === wantedId, isRechecking, reload, update };
}
