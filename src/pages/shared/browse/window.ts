/** Which tiles of a long grid are drawn: those on the screen and a little around them. Pure. */

/** How a grid lies, CSS pixels. */
export interface GridLayout {
  readonly columns: number;
  /** From the top of one row to the top of the next. */
  readonly pitch: number;
}

/** Where it lies. */
export interface Sight {
  /** Of the grid, from the top of the screen: negative once it is scrolled past. */
  readonly top: number;
  /** Of the screen. */
  readonly height: number;
  /** The tile that has the focus, from 0; null: none. It stays, with its neighbours, as long as it is not too far. */
  readonly focused: number | null;
}

/** Tiles `from` … `to` (without it), and the rows that are left out before and after them. */
export interface Drawn {
  readonly from: number;
  readonly to: number;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
}

/** Rows drawn above and below the screen, so that what comes in is there already, and Tab finds it. */
export const SPARE_ROWS = 2;
/** Rows that come in at one side at once, where more would only be spare ones. */
const ROWS_AT_ONCE = 1;
/** So few are drawn all. */
export const FEW_TILES = 24;
/** As far from the screen as a tile that has the focus is kept. */
const FOCUS_ROWS = 12;

/** With `spare` rows above and below the screen. */
export function drawnOf(count: number, { columns, pitch }: GridLayout, { top, height, focused }: Sight, spare = SPARE_ROWS): Drawn {
  if (count <= FEW_TILES) return { from: 0, to: count, rowsBefore: 0, rowsAfter: 0 };
  const rows = Math.ceil(count / columns);
  const inside = (row: number) => Math.min(Math.max(row, 0), rows);
  let first = inside(Math.floor(-top / pitch) - spare);
  let last = inside(Math.ceil((height - top) / pitch) + spare);
  // Scrolled past its end, or not yet there: the nearest rows.
  if (first >= rows) first = inside(rows - SPARE_ROWS);
  if (last <= first) last = inside(first + SPARE_ROWS);
  const row = focused === null ? null : Math.floor(focused / columns);
  if (row !== null && row < first && first - row <= FOCUS_ROWS) first = inside(row - 1);
  if (row !== null && row >= last && row - last < FOCUS_ROWS) last = inside(row + 2);
  return { from: first * columns, to: Math.min(last * columns, count), rowsBefore: first, rowsAfter: rows - last };
}

export const isSame = (a: Drawn, b: Drawn): boolean =>
  a.from === b.from && a.to === b.to && a.rowsBefore === b.rowsBefore && a.rowsAfter === b.rowsAfter;

/** Of a list, whatever is in it, what is drawn. */
export interface DrawnList {
  readonly list: readonly unknown[];
  readonly drawn: Drawn;
}

const tilesOf = ({ list, drawn: { from, to } }: DrawnList) => list.slice(from, to);

/**
 * What is drawn in the next frame, on the way to `drawnOf`: where other tiles come, of another list or far away in this one, those
 * on the screen alone; then the spare rows, one at a time. So no frame has many tiles to make.
 */
export function nextDrawn(before: DrawnList | null, list: readonly unknown[], layout: GridLayout, sight: Sight): Drawn {
  const only = (spare: number) => drawnOf(list.length, layout, sight, spare);
  const all = only(SPARE_ROWS);
  const known = before === null ? [] : tilesOf(before);
  if (tilesOf({ list, drawn: all }).every((tile) => known.includes(tile))) return all;
  if (before?.list !== list || all.to <= before.drawn.from || all.from >= before.drawn.to) return only(0);
  const comesIn = Math.max(before.drawn.rowsBefore - all.rowsBefore, before.drawn.rowsAfter - all.rowsAfter);
  return comesIn > ROWS_AT_ONCE ? only(SPARE_ROWS - 1) : all;
}
