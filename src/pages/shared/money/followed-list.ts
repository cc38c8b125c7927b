/** A list of things that go on while the page is open: what is known of them, whatever comes late. Pure. */
import type { CallError } from '../../../core/errors';

export interface FollowedList<T> {
  /** Newest first. */
  readonly items: readonly T[];
  /** The list has been answered, by the platform or by the device's store. */
  readonly isListed: boolean;
  /** Epoch ms the list is from, when the device's own store gave it; null when it is live. */
  readonly savedAt: number | null;
  readonly error: CallError | null;
}

export type ListEvent<T> =
  /** The device's own copy; it comes too late once the list has been answered. */
  | { readonly type: 'stored'; readonly items: readonly T[]; readonly savedAt: number }
  | { readonly type: 'listed'; readonly items: readonly T[]; readonly savedAt: number | null }
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

/** A reducer; `merge` takes in what was told of some of them, and changes nothing that is known to be newer. */
export function listReducer<T, S extends FollowedList<T>>(merge: (state: S, incoming: readonly T[]) => S) {
  return (state: S, event: ListEvent<T>): S => {
    switch (event.type) {
      case 'stored':
        return state.isListed ? state : { ...merge(state, event.items), isListed: true, savedAt: event.savedAt };
      case 'listed':
        return { ...merge(state, event.items), isListed: true, savedAt: event.savedAt, error: null };
      case 'failed':
        return event.error.code === 'canceled' ? state : { ...state, error: event.error };
      case 'updated':
        return merge(state, [event.item]);
    }
  };
}
