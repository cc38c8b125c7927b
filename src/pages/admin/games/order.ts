import { entryOf } from '../../../core/words/is-key-of';
/** Arranging a list. Pure. */

/** The list with the item at `from` standing at `to`; places that there are not are the nearest ones. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const at = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  if (item === undefined || at === from) return items;
  return items.toSpliced(from, 1).toSpliced(at, 0, item);
}

/** Where Alt and a key take the item at `from`; null for every other key. */
export function placeByKey(key: string, from: number, length: number): number | null {
  const places: Readonly<Record<string, number>> = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: length - 1 };
  return entryOf(places, key) ?? null;
}

/**
 * Where the row at `at` goes when the pointer that drags it is at `y`: past every row whose middle it has passed. `middles`
 * of all rows from top to bottom, in the same units.
 */
export function dragTarget(y: number, middles: readonly number[], at: number): number {
  const above = middles.findIndex((middle, place) => place < at && y < middle);
  if (above !== -1) return above;
  const below = middles.findLastIndex((middle, place) => place > at && y > middle);
  return below === -1 ? at : below;
}

/**
 * An order that was wished for earlier, over the games that there are now: known ones as wished, new ones where they
 * stand, gone ones left out.
 */
export function fitOrder(wantedOrder: readonly string[], now: readonly string[]): readonly string[] {
  const existing = wantedOrder.filter((id) => now.includes(id));
  return now.reduce<readonly string[]>((order, id, place) => (order.includes(id) ? order : order.toSpliced(place, 0, id)), existing);
}
