import { useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { dragTarget } from './order';

/** This near to an edge of what scrolls, a drag scrolls it. */
const EDGE_PX = 48;
const SCROLL_PX = 12;

interface Drag {
  /** Place of the row that is dragged; null while none is. */
  readonly at: number | null;
  /** For the handle of each row. */
  readonly start: (place: number, event: PointerEvent<HTMLElement>) => void;
  /** For the list: it keeps the pointer, since the rows change places under it. */
  readonly onList: {
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
}

function scrollAtEdge(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + EDGE_PX) list.scrollBy(0, -SCROLL_PX);
  if (y > bottom - EDGE_PX) list.scrollBy(0, SCROLL_PX);
}

/** Rows of a list that are dragged by a handle, with whatever points: mouse, finger or pen. `move` is told where to. */
export function useDrag(list: RefObject<HTMLOListElement | null>, move: (from: number, to: number) => void): Drag {
  const [at, setAt] = useState<number | null>(null);
  // A second finger moves nothing.
  const pointer = useRef<number | null>(null);

  function start(place: number, event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || at !== null) return;
    list.current?.setPointerCapture(event.pointerId);
    pointer.current = event.pointerId;
    setAt(place);
  }

  function drag({ pointerId, clientY }: PointerEvent<HTMLElement>): void {
    if (at === null || list.current === null || pointerId !== pointer.current) return;
    scrollAtEdge(list.current, clientY);
    const middles = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    const to = dragTarget(clientY, middles, at);
    if (to === at) return;
    move(at, to);
    setAt(to);
  }

  const end = () => setAt(null);
  return { at, start, onList: { onPointerMove: drag, onPointerUp: end, onPointerCancel: end } };
}
