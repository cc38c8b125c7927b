import type { CallError, Result } from '../../../core/errors';

/** One answer of a list that goes on, with the sums over all of it. */
export interface PageAnswer<Item, Totals> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly totals: Totals;
}

/** A list as far as it has been loaded. `key` names what was asked for: another key is another list. */
export interface PagedState<Item, Totals> {
  readonly key: string | null;
  readonly items: readonly Item[];
  /** Null until the first page is there. */
  readonly totals: Totals | null;
  readonly next: string | null;
  /** Epoch ms the list is from, when the device's own store gave it; null when it is live. */
  readonly savedAt: number | null;
  /** Why the last try for the first page failed. */
  readonly error: CallError | null;
  readonly more: 'idle' | 'loading' | 'failed';
}

export type PagedEvent<Item, Totals> =
  | { readonly type: 'first'; readonly key: string; readonly result: Result<PageAnswer<Item, Totals>> }
  | { readonly type: 'asking-more' }
  | { readonly type: 'more'; readonly key: string; readonly cursor: string; readonly result: Result<PageAnswer<Item, Totals>> };

export function noPages<Item, Totals>(): PagedState<Item, Totals> {
  return { key: null, items: [], totals: null, next: null, savedAt: null, error: null, more: 'idle' };
}

/** The state's pages of `key`; none when it is about another one. */
export function pagesOf<Item, Totals>(state: PagedState<Item, Totals>, key: string): PagedState<Item, Totals> {
  return state.key === key ? state : noPages();
}

/** Pure. Answers that come for another list, or for a page that is there already, change nothing. */
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
