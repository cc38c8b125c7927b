import { memo, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { kindName } from '../../../games/words';
import type { Choices } from './filter';
import { isShelfOrder } from './order';
import type { ShelfOrder } from './order';
import { filterCount } from './view';
import type { Mark, View } from './view';
import './browse.css';
import { words } from './words';

interface ChipProps {
  on: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Chip({ on, onPress, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={onPress}>
      {children}
    </button>
  );
}

interface GroupProps<T> {
  label: string;
  hint?: string;
  values: readonly T[];
  selected: T | null;
  nameOf: (value: T) => string;
  onChoose: (value: T | null) => void;
}

/** A choice of one value or none. Pressing the chosen value removes it. */
function Group<T extends string | number>({ label, hint, values, selected, nameOf, onChoose }: GroupProps<T>) {
  const id = useId();
  if (values.length === 0) return null;
  return (
    <div className="filter-group" role="group" aria-labelledby={id}>
      <p id={id} className="filter-name">{label}</p>
      <div className="chips">
        {values.map((value) => (
          <Chip key={value} on={value === selected} onPress={() => onChoose(value === selected ? null : value)}>{nameOf(value)}</Chip>
        ))}
      </div>
      {hint === undefined ? null : <p className="quiet small">{hint}</p>}
    </div>
  );
}

/** A chip with the chosen order; the list of all lies unseen over it. */
function Sort({ orders, order, onChange }: { orders: readonly ShelfOrder[]; order: ShelfOrder; onChange: (order: ShelfOrder) => void }) {
  const isChosen = order !== orders[0];
  return (
    <span className="chip browse-sort" data-chosen={isChosen || undefined}>
      <span aria-hidden="true">{isChosen ? words.orders[order] : words.sort}</span>
      <select
        aria-label={words.sort}
        value={order}
        onChange={({ target: { value } }) => {
          if (isShelfOrder(value)) onChange(value);
        }}
      >
        {orders.map((each) => <option key={each} value={each}>{words.orders[each]}</option>)}
      </select>
    </span>
  );
}

interface Props {
  view: View;
  choices: Choices;
  orders: readonly ShelfOrder[];
  onChange: (change: Partial<View>) => void;
}

/** Filters and order. The most used filters are visible, the others open with a press. */
export const Filters = memo(function Filters({ view, choices, orders, onChange }: Props) {
  const { kinds, rtps, volatilities, marks } = choices;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const hasMore = kinds.length + rtps.length + volatilities.length > 0;
  const count = filterCount(view) - view.only.length;
  const press = (mark: Mark) =>
    onChange({ only: view.only.includes(mark) ? view.only.filter((each) => each !== mark) : [...view.only, mark] });
  return (
    <div className="browse-tools">
      <div className="shelf-row">
        {hasMore ? (
          <button type="button" className="chip browse-more" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {words.filters}
            {count === 0 ? null : <span className="chip-count"><span aria-hidden="true">{count}</span><span className="unseen">{words.filtersOn(count)}</span></span>}
          </button>
        ) : null}
        {orders.length > 1 ? <Sort orders={orders} order={view.order} onChange={(order) => onChange({ order })} /> : null}
        {marks.length === 0 ? null : (
          <div className="browse-marks" role="group" aria-label={words.marksLabel}>
            {marks.map((mark) => <Chip key={mark} on={view.only.includes(mark)} onPress={() => press(mark)}>{words.marks[mark]}</Chip>)}
          </div>
        )}
      </div>
      <div id={id} className="browse-panel" hidden={!isOpen || !hasMore}>
        <Group label={words.kind} values={kinds} selected={view.kind} nameOf={kindName} onChoose={(kind) => onChange({ kind })} />
        <Group label={words.rtp} values={rtps} selected={view.rtp} nameOf={words.rtpFrom} onChoose={(rtp) => onChange({ rtp })} />
        <Group
          label={words.volatility} hint={words.volatilityHint} values={volatilities} selected={view.volatility}
          nameOf={(each) => words.volatilities[each]} onChoose={(volatility) => onChange({ volatility })}
        />
      </div>
    </div>
  );
});
