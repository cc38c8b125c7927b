import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { FEW_TILES, tileRangeOf, isTooFast, isSame, nextTileRange } from './tile-range';
import type { TileRange, TileList, GridLayout, Viewport } from './tile-range';

/** The layout of the last grid. It outlives its grid, because the next one begins with it: going back then finds the page as long as it was. */
let lastLayout: GridLayout | null = null;

/** The range that is drawn before the list is measured, which needs one tile. */
function firstRange(list: readonly unknown[]): TileRange {
  if (lastLayout !== null) return nextTileRange(null, list, lastLayout, { top: 0, height: 0, focused: null });
  return { from: 0, to: list.length <= FEW_TILES ? list.length : 1, rowsBefore: 0, rowsAfter: 0 };
}

function layoutOf(grid: HTMLElement): GridLayout | null {
  const tile = grid.firstElementChild?.getBoundingClientRect();
  if (tile === undefined || tile.height === 0) return null;
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
  return { columns: gridTemplateColumns.split(' ').length, pitch: tile.height + Number.parseFloat(rowGap) };
}

/** The place of the tile with the focus. */
function focusedIn(grid: HTMLElement): number | null {
  const tile = grid.contains(document.activeElement) ? document.activeElement?.closest('[aria-posinset]') : null;
  return tile ? Number(tile.getAttribute('aria-posinset')) - 1 : null;
}

export interface TileGrid extends TileRange, GridLayout {
  readonly grid: RefObject<HTMLUListElement | null>;
}

interface GridState extends TileList {
  readonly layout: GridLayout;
  readonly viewport: Viewport | null;
}

/** The layout before the first grid is measured. */
const UNKNOWN: GridLayout = { columns: 1, pitch: 0 };

/** The tiles of `list` (by their keys) to draw while the page is scrolled and resized. */
export function useTileRange(list: readonly string[]): TileGrid {
  const grid = useRef<HTMLUListElement>(null);
  const last = useRef<GridState>(null);
  /** The position of the grid in the last measured frame. */
  const measureRef = useRef<{ readonly viewport: Viewport; readonly at: number }>(null);
  const [state, setState] = useState<GridState>(() => ({ list, range: firstRange(list), layout: lastLayout ?? UNKNOWN, viewport: null }));

  /**
   * Measures the grid, and answers if there is more to draw with the next frame. `mustMeasureLayout`: false while the page is only
   * scrolled, which leaves columns and rows as they are. `now`: time of the frame in ms; undefined outside of one.
   */
  const measure = useCallback((mustMeasureLayout = true, now?: number): boolean => {
    const tiles = grid.current;
    const layout = tiles === null || (!mustMeasureLayout && lastLayout !== null) ? lastLayout : layoutOf(tiles);
    if (tiles === null || layout === null) return false;
    lastLayout = layout;
    const viewport = { top: tiles.getBoundingClientRect().top, height: innerHeight, focused: focusedIn(tiles) };
    const lastMeasure = measureRef.current;
    measureRef.current = now === undefined ? null : { viewport, at: now };
    if (now !== undefined && lastMeasure !== null && isTooFast(lastMeasure.viewport, viewport, now - lastMeasure.at)) return true;
    const before = last.current;
    const range = nextTileRange(before, list, layout, viewport);
    const isOld = before?.list === list && isSame(before.range, range) && before.layout.pitch === layout.pitch;
    if (!isOld) setState((last.current = { list, range, layout, viewport }));
    return !isSame(range, tileRangeOf(list.length, layout, viewport));
  }, [list]);

  useLayoutEffect(() => void measure(), [measure]);
  useEffect(() => {
    let frame = 0;
    let isResized = false;
    const schedule = () => {
      frame ||= requestAnimationFrame((now) => {
        frame = 0;
        if (measure(isResized, now)) schedule();
        isResized = false;
      });
    };
    const onResize = () => {
      isResized = true;
      schedule();
    };
    // It measures at once, because keys come faster than the frames of a busy phone, and after the last drawn tile Tab would leave the
    // list.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && grid.current?.contains(target) && measure(false)) schedule();
    };
    schedule();
    addEventListener('focusin', onFocus);
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', onResize);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('focusin', onFocus);
      removeEventListener('scroll', schedule);
      removeEventListener('resize', onResize);
    };
  }, [measure]);

  // The list is another one, and the old range may lie beyond its end. The new list is usually at the same place, so its range is drawn
  // now, in slices, and needs no second drawing.
  const redraw = () => (state.viewport === null || lastLayout === null ? firstRange(list) : nextTileRange(state, list, lastLayout, state.viewport));
  const range = state.list === list ? state.range : redraw();
  return { ...range, ...state.layout, grid };
}
