import type { CallError, Result } from '../../../core/errors';

/** One answer of a list with pages, with the sums over all of it. */
export interface PageAnswer<Item, Totals> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly totals: Totals;
}

/** The loaded part of a list. `key` names the request: another key is another list. */
export interface PagedState<Item, Totals> {
  readonly key: string | null;
  readonly items: readonly Item[];
  /** Null until the first page is loaded. */
  readonly totals: Totals | null;
  readonly next: string | null;
  /** Epoch ms of the list when it comes from the device's own store, or when the connection was lost since; null when it is live. */
  readonly savedAt: number | null;
  /** The error of the last try for the first page. */
  readonly error: CallError | null;
  readonly more: 'idle' | 'loading' | 'failed';
}

export type PagedEvent<Item, Totals> =
  | { readonly type: 'first'; readonly key: string; readonly result: Result<PageAnswer<Item, Totals>> }
  /** The connection is lost; `answeredAt` is the time (epoch ms) of the first page's answer. */
  | { readonly type: 'cut'; readonly answeredAt: number }
  | { readonly type: 'asking-more' }
  | { readonly type: 'more'; readonly key: string; readonly cursor: string; readonly result: Result<PageAnswer<Item, Totals>> };

export function noPages<Item, Totals>(): PagedState<Item, Totals> {
  return { key: null, items: [], totals: null, next: null, savedAt: null, error: null, more: 'idle' };
}

/** The pages of `key`; none when the state is about another one. */
export function pagesOf<Item, Totals>(state: PagedState<Item, Totals>, key: string): PagedState<Item, Totals> {
  return state.key === key ? state : noPages();
}

/** The reducer of the list. Pure. An answer for another list, or for a page that is loaded already, changes nothing. */
export function paged<Item, Totals>(
  state: PagedState<Item, Totals>,
  event: PagedEvent<Item, Totals>,
): PagedState<Item, Totals> {
  switch (event.type) {
    case 'first': {
      const { key, result } = event;
      if (!result.ok) {
        if (result.error.code === 'canceled') return state;
        // The pages stay; only their age changes.
        return { ...pagesOf(state, key), key, error: result.error };
      }
      const { items, next, totals } = result.data;
      return { key, items, next, totals, savedAt: result.savedAt, error: null, more: 'idle' };
    }
    case 'cut':
      return state.totals === null || state.savedAt !== null ? state : { ...state, savedAt: event.answeredAt };
    case 'asking-more':
      return { ...state, more: 'loading' };
    case 'more': {
      const { key, cursor, result } = event;
      if (state.key !== key || state.next !== cursor) return state;
      if (!result.ok) return { ...state, more: result.error.code === 'canceled' ? 'idle' : 'failed' };
      return { ...state, items: [...state.items, ...result.data.items], next: result.data.next, more: 'idle' };
    }
  }
}
