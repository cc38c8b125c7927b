/** Chooses the tiles of a long grid that are drawn: those on the screen and a few around it. Pure. */

/** The layout of a grid in CSS pixels. */
export interface GridLayout {
  readonly columns: number;
  /** The distance from the top of a row to the top of the next. */
  readonly pitch: number;
}

/** The position of the grid on the screen. */
export interface Viewport {
  /** The top of the grid, measured from the top of the screen. It is negative after scrolling past it. */
  readonly top: number;
  /** The height of the screen. */
  readonly height: number;
  /** The index of the tile with the focus; null: none. It is kept with its neighbours unless it is too far away. */
  readonly focused: number | null;
}

/** The tiles from `from` up to, but not including, `to`, and the rows that are left out before and after them. */
export interface TileRange {
  readonly from: number;
  readonly to: number;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
}

/** This many rows are drawn above and below the screen, so that rows are ready when they scroll in, and Tab finds them. */
export const SPARE_ROWS = 2;
/** A list of at most this many tiles is drawn whole. */
export const FEW_TILES = 24;
/** A tile with the focus is kept up to this many rows away from the screen. */
const FOCUS_ROWS = 12;

/** The range to draw, with `spare` rows above and below the screen. */
export function tileRangeOf(count: number, { columns, pitch }: GridLayout, { top, height, focused }: Viewport, spare = SPARE_ROWS): TileRange {
  if (count <= FEW_TILES) return { from: 0, to: count, rowsBefore: 0, rowsAfter: 0 };
  const rows = Math.ceil(count / columns);
  const inside = (row: number) => Math.min(Math.max(row, 0), rows);
  let first = inside(Math.floor(-top / pitch) - spare);
  let last = inside(Math.ceil((height - top) / pitch) + spare);
  // The screen is past the end, or not at the grid yet: the nearest rows are drawn.
  if (first >= rows) first = inside(rows - SPARE_ROWS);
  if (last <= first) last = inside(first + SPARE_ROWS);
  const row = focused === null ? null : Math.floor(focused / columns);
  if (row !== null && row <= first && first - row <= FOCUS_ROWS) first = inside(row - 1);
  if (row !== null && row + 1 >= last && row - last < FOCUS_ROWS) last = inside(row + 2);
  return { from: first * columns, to: Math.min(last * columns, count), rowsBefore: first, rowsAfter: rows - last };
}

export const isSame = (a: TileRange, b: TileRange): boolean =>
  a.from === b.from && a.to === b.to && a.rowsBefore === b.rowsBefore && a.rowsAfter === b.rowsAfter;

/** A list, and the range of it that is drawn. */
export interface TileList {
  readonly list: readonly unknown[];
  readonly range: TileRange;
}

/**
 * The range of the next frame on the way to `tileRangeOf`: the tiles that are drawn already and at most one row of new ones, first on the
 * screen, then below it, then above. So no frame makes many tiles, however long the list is and however far it was scrolled. The neighbours
 * of a tile with the focus, and the tiles between it and the screen, are made at once, because the focus must not get lost.
 */
export function nextTileRange(before: TileList | null, list: readonly unknown[], layout: GridLayout, viewport: Viewport): TileRange {
  const { columns } = layout;
  const rowsOf = ({ from, to }: TileRange) => ({ first: Math.floor(from / columns), end: Math.ceil(to / columns) });
  const all = rowsOf(tileRangeOf(list.length, layout, viewport));
  const visibleRows = rowsOf(tileRangeOf(list.length, layout, { ...viewport, focused: null }, 0));
  const tilesBefore = new Set(before?.list.slice(before.range.from, before.range.to));
  const newIn = (row: number) => list.slice(row * columns, (row + 1) * columns).filter((tile) => !tilesBefore.has(tile)).length;

  // We begin at the first row on the screen whose tiles are all drawn already, or else at the first row on the screen.
  let first = Math.max(visibleRows.first, all.first);
  for (let row = first; row < visibleRows.end; row += 1) {
    if (newIn(row) > 0) continue;
    first = row;
    break;
  }
  // Rows without new tiles cost nothing and are taken at once. A row with new tiles is taken below; above only while rows of
  // the screen are missing there, or when nothing is left below.
  let [end, newTiles] = [first, 0];
  while (first > all.first || end < all.end) {
    const [isAbove, isBelow] = [first > all.first, end < all.end];
    if (isBelow && newIn(end) === 0) end += 1;
    else if (isAbove && newIn(first - 1) === 0) first -= 1;
    else {
      const isRowAboveNext = isAbove && (first > visibleRows.first || !isBelow);
      const newInRow = newIn(isRowAboveNext ? first - 1 : end);
      if (newTiles > 0 && newTiles + newInRow > columns) break;
      newTiles += newInRow;
      if (isRowAboveNext) first -= 1;
      else end += 1;
    }
  }
  if (viewport.focused !== null) {
    const row = Math.floor(viewport.focused / columns);
    // The neighbours are drawn, too, because Tab may be pressed again before the next frame.
    if (row >= all.first && row < all.end) [first, end] = [Math.min(first, Math.max(row - 1, all.first)), Math.max(end, Math.min(row + 2, all.end))];
  }
  return { from: first * columns, to: Math.min(end * columns, list.length), rowsBefore: first, rowsAfter: Math.ceil(list.length / columns) - end };
}

/** Above this speed, in screens a second, nobody can see the tiles, so none is drawn and no picture is loaded. */
const TOO_FAST_SCREENS = 6;

/** True if the grid moved too fast to be seen from `before` to `now`, `ms` later. */
export function isTooFast(before: Viewport, now: Viewport, ms: number): boolean {
  return Math.abs(now.top - before.top) * 1000 > TOO_FAST_SCREENS * now.height * ms;
}
