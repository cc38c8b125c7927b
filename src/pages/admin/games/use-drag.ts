import { useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { dragTarget } from './order';

/** A drag scrolls when the pointer is this near to the edge. */
const EDGE_PX = 48;
const SCROLL_PX = 12;

interface Drag {
  /** Place of the row that is dragged; null while none is. */
  readonly at: number | null;
  /** Handlers for the handle of each row. */
  readonly start: (place: number, event: PointerEvent<HTMLElement>) => void;
  /** Handlers for the list. The list keeps the pointer, because rows change their places under it. */
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

/** Lets rows be dragged by a handle with mouse, finger or pen. `move` gets the new place. */
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
