/** A list whose items change while the page is open. A late answer never replaces a newer state. Pure. */
import type { CallError } from '../../../core/errors';

export interface FollowedList<T> {
  /** The items, newest first. */
  readonly items: readonly T[];
  /** The platform or the device's store has answered. */
  readonly isListed: boolean;
  /** Epoch ms of the list when it comes from the device's own store, or when the connection was lost since; null when it is live. */
  readonly savedAt: number | null;
  readonly error: CallError | null;
}

export type ListEvent<T> =
  /** The device's own copy. It is ignored once the list was answered. */
  | { readonly type: 'stored'; readonly items: readonly T[]; readonly savedAt: number }
  | { readonly type: 'listed'; readonly items: readonly T[]; readonly savedAt: number | null }
  /** The connection is lost; `answeredAt` is the time (epoch ms) of the last answer. */
  | { readonly type: 'cut'; readonly answeredAt: number }
  | { readonly type: 'failed'; readonly error: CallError }
  | { readonly type: 'updated'; readonly item: T };

/** Gives the newer of two states of the same item. */
type Newer<T> = (current: T | undefined, incoming: T) => T;

export function mergedBy<T extends { readonly createdAt: string }>(idOf: (item: T) => string, newerOf: Newer<T>) {
  return (current: readonly T[], incoming: readonly T[]): readonly T[] => {
    const byId = new Map(current.map((item) => [idOf(item), item]));
    for (const item of incoming) byId.set(idOf(item), newerOf(byId.get(idOf(item)), item));
    return [...byId.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  };
}

/** Makes the reducer. `merge` adds newer states of some items, and changes nothing that is newer already. */
export function listReducer<T, S extends FollowedList<T>>(merge: (state: S, incoming: readonly T[]) => S) {
  return (state: S, event: ListEvent<T>): S => {
    switch (event.type) {
      case 'stored':
        return state.isListed ? state : { ...merge(state, event.items), isListed: true, savedAt: event.savedAt };
      case 'listed':
        return { ...merge(state, event.items), isListed: true, savedAt: event.savedAt, error: null };
      case 'cut':
        return state.isListed && state.savedAt === null ? { ...state, savedAt: event.answeredAt } : state;
      case 'failed':
        return event.error.code === 'canceled' ? state : { ...state, error: event.error };
      case 'updated':
        return merge(state, [event.item]);
    }
  };
}
