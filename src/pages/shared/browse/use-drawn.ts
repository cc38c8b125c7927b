import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { FEW_TILES, drawnOf } from './window';
import type { Drawn, GridLayout, Sight } from './window';

/** As the last grid lay: the next one begins with it, so that going back finds the page as long as it was. */
let lastLayout: GridLayout | null = null;

/** What stands in a list before it is measured. */
function unmeasured(count: number): Drawn {
  if (lastLayout !== null) return drawnOf(count, lastLayout, { top: 0, height: 0, focused: null });
  return { from: 0, to: Math.min(count, FEW_TILES), rowsBefore: 0, rowsAfter: 0 };
}

function layoutOf(grid: HTMLElement): GridLayout | null {
  const tile = grid.firstElementChild?.getBoundingClientRect();
  if (tile === undefined || tile.height === 0) return null;
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
  return { columns: gridTemplateColumns.split(' ').length, pitch: tile.height + Number.parseFloat(rowGap) };
}

/** The place of the tile that has the focus. */
function focusedIn(grid: HTMLElement): number | null {
  const tile = grid.contains(document.activeElement) ? document.activeElement?.closest('[aria-posinset]') : null;
  return tile ? Number(tile.getAttribute('aria-posinset')) - 1 : null;
}

const isSame = (a: Drawn, b: Drawn) =>
  a.from === b.from && a.to === b.to && a.rowsBefore === b.rowsBefore && a.rowsAfter === b.rowsAfter;

export interface DrawnGrid extends Drawn {
  readonly grid: RefObject<HTMLUListElement | null>;
  /** CSS pixels from row to row; 0 before it is known. */
  readonly pitch: number;
}

interface Seen {
  readonly drawn: Drawn;
  readonly count: number;
  readonly pitch: number;
  readonly sight: Sight | null;
}

/** Which of `count` tiles to draw, as the page is scrolled and resized. */
export function useDrawn(count: number): DrawnGrid {
  const grid = useRef<HTMLUListElement>(null);
  const [state, setState] = useState<Seen>(() => ({ drawn: unmeasured(count), count, pitch: lastLayout?.pitch ?? 0, sight: null }));

  const look = useCallback((isNew = true) => {
    const list = grid.current;
    const layout = list === null || (!isNew && lastLayout !== null) ? lastLayout : layoutOf(list);
    if (list === null || layout === null) return;
    lastLayout = layout;
    const sight = { top: list.getBoundingClientRect().top, height: innerHeight, focused: focusedIn(list) };
    const drawn = drawnOf(count, layout, sight);
    setState((before) =>
      isSame(before.drawn, drawn) && before.count === count && before.pitch === layout.pitch ? before : { drawn, count, pitch: layout.pitch, sight },
    );
  }, [count]);

  useLayoutEffect(() => look(), [look]);
  useEffect(() => {
    let frame = 0;
    let isResized = false;
    const soon = ({ type }: Event) => {
      isResized ||= type === 'resize';
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look(isResized);
        isResized = false;
      });
    };
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [look]);

  // Another list: what was drawn of the old one may lie beyond its end. Where it was seen the next one is, as a rule: what is
  // drawn now, in slices, needs no second drawing at once.
  const again = () => (state.sight === null || lastLayout === null ? unmeasured(count) : drawnOf(count, lastLayout, state.sight));
  const drawn = state.count === count ? state.drawn : again();
  return { ...drawn, grid, pitch: state.pitch };
}
