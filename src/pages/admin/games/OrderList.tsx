import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/more-icons';
import { moveItem, placeByKey } from './order';
import { useDrag } from './use-drag';
import { words } from './words';

type Part = 'handle' | 'up' | 'down';

interface Props {
  order: readonly string[];
  nameOf: (id: string) => string;
  onOrder: (order: readonly string[]) => void;
}

/** A list whose rows are dragged, or moved with keys and buttons. Each move is announced. */
export function OrderList({ order, nameOf, onOrder }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const focus = useRef<{ id: string; part: Part } | null>(null);

  function move(from: number, to: number, part: Part): void {
    const next = moveItem(order, from, to);
    const id = order[from];
    if (next === order || id === undefined) return;
    focus.current = { id, part };
    onOrder(next);
    setAnnouncement(words.nowAt(nameOf(id), next.indexOf(id) + 1, next.length));
  }
  const { at, start, onList } = useDrag(list, (from, to) => move(from, to, 'handle'));

  // A row that changed its place in the document has lost the focus. A button that has reached its end gives the focus to the handle.
  useEffect(() => {
    const target = focus.current;
    focus.current = null;
    if (target === null) return;
    const find = (part: Part) => list.current?.querySelector<HTMLButtonElement>(`[data-id="${target.id}"] [data-part="${part}"]`);
    const button = find(target.part);
    (button?.disabled === false ? button : find('handle'))?.focus({ preventScroll: at !== null });
  }, [order, at]);

  return (
    <>
      <p className="unseen" role="status">{announcement}</p>
      <ol className="admin-order" ref={list} {...onList}>
        {order.map((id, place) => (
          <li key={id} data-id={id} data-dragged={at === place ? '' : undefined}>
            <button
              type="button"
              className="admin-handle"
              data-part="handle"
              aria-label={words.handle(nameOf(id), place + 1, order.length)}
              onKeyDown={(event) => {
                const to = event.altKey ? placeByKey(event.key, place, order.length) : null;
                if (to === null) return;
                event.preventDefault();
                move(place, to, 'handle');
              }}
              onPointerDown={(event) => start(place, event)}
            >
              <span className="admin-grip" aria-hidden="true" />
              <span className="figures quiet">{place + 1}</span>
            </button>
            <span className="admin-ordered">{nameOf(id)}</span>
            {([['up', place - 1, words.up(nameOf(id))], ['down', place + 1, words.down(nameOf(id))]] as const).map(([part, to, label]) => (
              <button
                key={part}
                type="button"
                className="admin-step"
                data-part={part}
                aria-label={label}
                disabled={to < 0 || to >= order.length}
                onClick={() => move(place, to, part)}
              >
                <Icon name="chevron-down" size={20} {...(part === 'up' && { className: 'admin-upward' })} />
              </button>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
