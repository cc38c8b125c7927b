import { useState } from 'react';
import { kindName } from '../../games/words';
import { filterShelf, kindsOf } from './shelf';
import type { ShelfFilter, ShelfGame } from './shelf';
import { words } from './words';
import './game-grid.css';

interface Props {
  /** Null while the list is on its way. */
  games: readonly ShelfGame[] | null;
  filter: ShelfFilter;
  onChange: (filter: ShelfFilter) => void;
}

/** The filters that would change anything in this list; none at all for a list that is all alike. */
export function ShelfFilters(props: Props) {
  // Where the list came in later the row keeps its place, filled or not: nothing below it jumps.
  const [isReserved] = useState(props.games === null);
  const chips = props.games === null ? null : <Chips {...props} games={props.games} />;
  return isReserved ? <div className="filters-rest">{chips}</div> : chips;
}

function Chips({ games, filter, onChange }: Props & { games: readonly ShelfGame[] }) {
  const kinds = kindsOf(games);
  const practised = filterShelf(games, { kind: '', practiceOnly: true }).length;
  const hasKinds = kinds.length > 1;
  const hasPractice = practised > 0 && practised < games.length;
  if (!hasKinds && !hasPractice) return null;
  return (
    <div className="chips" role="group" aria-label={words.kind}>
      {hasKinds
        ? ['', ...kinds].map((kind) => (
            <button
              key={kind}
              type="button"
              className="chip"
              aria-pressed={filter.kind === kind}
              onClick={() => onChange({ ...filter, kind })}
            >
              {kind === '' ? words.allKinds : kindName(kind)}
            </button>
          ))
        : null}
      {hasPractice ? (
        <button
          type="button"
          className="chip"
          aria-pressed={filter.practiceOnly}
          onClick={() => onChange({ ...filter, practiceOnly: !filter.practiceOnly })}
        >
          {words.practiceOnly}
        </button>
      ) : null}
    </div>
  );
}
