import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useReloadWhenOld } from '../../../bridge/figures/use-reload-when-old';
import type { Result } from '../../../core/errors';
import { clock } from '../../../core/time';
import { connectionStore, onDisconnect } from '../../../state/connection';
import { noPages, paged, pagesOf } from './paged';
import type { PageAnswer, PagedEvent, PagedState } from './paged';

export interface PagedList<Item, Totals> extends PagedState<Item, Totals> {
  /** The first page is loading, and nothing of this list is there yet. */
  readonly isLoading: boolean;
  readonly showMore: () => void;
  readonly reload: () => void;
}

/**
 * A list of the platform, page by page. `key` names the request. `load` is called again when the key changes, on `reload`, and, while
 * the list is old, when the connection comes back and after each answered poll.
 */
export function usePaged<Item, Totals>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Result<PageAnswer<Item, Totals>>>,
): PagedList<Item, Totals> {
  const [state, dispatch] = useReducer(
    (before: PagedState<Item, Totals>, event: PagedEvent<Item, Totals>) => paged(before, event),
    undefined,
    () => noPages<Item, Totals>(),
  );
  const [tries, setTries] = useState(0);
  const isAsking = useRef(false);
  const answeredAt = useRef(0);
  const moreControl = useRef<AbortController | null>(null);
  const reload = useCallback(() => setTries((n) => n + 1), []);
  const pages = pagesOf(state, key);

  const askFirst = useEffectEvent(async (signal: AbortSignal) => {
    isAsking.current = true;
    const result = await load(undefined, signal);
    if (signal.aborted) return;
    isAsking.current = false;
    answeredAt.current = clock.now();
    dispatch({ type: 'first', key, result });
  });

  useEffect(() => {
    const control = new AbortController();
    void askFirst(control.signal);
    return () => {
      control.abort();
      moreControl.current?.abort();
    };
  }, [key, tries]);

  const reloadStale = useEffectEvent(() => {
    if (!isAsking.current && (pages.savedAt !== null || pages.error !== null)) reload();
  });
  useEffect(
    () =>
      connectionStore.subscribe((now, before) => {
        if (now.reach === 'online' && before.reach !== 'online') reloadStale();
      }),
    [],
  );

  useReloadWhenOld(() => ({ isAsking: isAsking.current, isOld: pages.savedAt !== null, error: pages.error }), reload);

  useEffect(() => onDisconnect(() => dispatch({ type: 'cut', answeredAt: answeredAt.current })), []);

  const showMore = () => {
    const cursor = pages.next;
    if (cursor === null || pages.more === 'loading') return;
    const control = new AbortController();
    moreControl.current = control;
    dispatch({ type: 'asking-more' });
    void load(cursor, control.signal).then((result) => dispatch({ type: 'more', key, cursor, result }));
  };

  return { ...pages, isLoading: pages.totals === null && pages.error === null, showMore, reload };
}
