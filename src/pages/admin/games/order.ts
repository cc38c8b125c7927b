import { entryOf } from '../../../core/words/is-key-of';
/** Arranges a list. Pure. */

/** The list with the item at `from` moved to `to`. A place outside of the list means the nearest one. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const at = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  if (item === undefined || at === from) return items;
  return items.toSpliced(from, 1).toSpliced(at, 0, item);
}

/** The place that Alt and a key move the item at `from` to. It is null for every other key. */
export function placeByKey(key: string, from: number, length: number): number | null {
  const places: Readonly<Record<string, number>> = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: length - 1 };
  return entryOf(places, key) ?? null;
}

/**
 * The place of the row at `at` while the pointer drags it at `y`: the row passes every row whose middle the pointer has passed. `middles`
 * has the middles of all rows from top to bottom, in the same units.
 */
export function dragTarget(y: number, middles: readonly number[], at: number): number {
  const above = middles.findIndex((middle, place) => place < at && y < middle);
  if (above !== -1) return above;
  const below = middles.findLastIndex((middle, place) => place > at && y > middle);
  return below === -1 ? at : below;
}

/**
 * Applies an older order to the games of now: known games stand as ordered, new games keep their place, and games that are gone are left
 * out.
 */
export function fitOrder(wantedOrder: readonly string[], now: readonly string[]): readonly string[] {
  const existing = wantedOrder.filter((id) => now.includes(id));
  return now.reduce<readonly string[]>((order, id, place) => (order.includes(id) ? order : order.toSpliced(place, 0, id)), existing);
}
