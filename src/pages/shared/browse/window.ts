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
/** So few are drawn all. */
export const FEW_TILES = 24;
/** As far from the screen as a tile that has the focus is kept. */
const FOCUS_ROWS = 12;

export function drawnOf(count: number, { columns, pitch }: GridLayout, { top, height, focused }: Sight): Drawn {
  if (count <= FEW_TILES) return { from: 0, to: count, rowsBefore: 0, rowsAfter: 0 };
  const rows = Math.ceil(count / columns);
  const inside = (row: number) => Math.min(Math.max(row, 0), rows);
  let first = inside(Math.floor(-top / pitch) - SPARE_ROWS);
  let last = inside(Math.ceil((height - top) / pitch) + SPARE_ROWS);
  // Scrolled past its end, or not yet there: the nearest rows.
  if (first >= rows) first = inside(rows - SPARE_ROWS);
  if (last <= first) last = inside(first + SPARE_ROWS);
  const row = focused === null ? null : Math.floor(focused / columns);
  if (row !== null && row < first && first - row <= FOCUS_ROWS) first = inside(row - 1);
  if (row !== null && row >= last && row - last < FOCUS_ROWS) last = inside(row + 2);
  return { from: first * columns, to: Math.min(last * columns, count), rowsBefore: first, rowsAfter: rows - last };
}
