import { useState } from 'react';
import '../table/table.css';
import './mines.css';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { noRepeat } from '../no-repeat';
import { useRestingShowing } from '../use-resting-showing';
import { rove } from '../table/rove';
import { useShowing } from '../table/use-showing';
import { FIRST_CHOICE, cellStatesOf, readView } from './mines-view';
import type { CellState, MinesChoice } from './mines-view';
import { words } from './words';

/** The time until a cell has turned over. */
const OPEN_MS = 320;
const SIDE = 5;

const Seeds = () => <svg viewBox="0 0 40 40" aria-hidden="true"><path className="mines-seeds" d="M13 24h.1M25 27h.1M21 14h.1M29 17h.1" /></svg>;
const Thorn = () => (
  <svg viewBox="0 0 40 40" aria-hidden="true"><path className="mines-thorn" d="M20 2l4 10 9-5-5 9 10 4-10 4 5 9-9-5-4 10-4-10-9 5 5-9-10-4 10-4-5-9 9 5Z" /><circle className="mines-eye" cx="20" cy="20" r="5" /></svg>
);

const CELL_ART: Readonly<Record<CellState, React.ReactNode>> = { closed: null, safe: <Seeds />, hit: <Thorn />, mine: <Thorn /> };

/** A carved board of 25 pits, with seeds in the safe ones and thorns for mines. */
export function MinesStage({ showing, waiting, onShown, choice, act }: StageProps<MinesChoice>) {
  const [current, setCurrent] = useState(0);
  const { isMoving } = useShowing({ showing, onShown }, OPEN_MS);
  const resting = useRestingShowing(showing, isMoving);
  const view = readView(resting?.outcome);
  const isOpen = resting?.isOpen === true;
  const states = cellStatesOf(readView(showing?.outcome));
  // What the next tile pays is said below the board, with the number of safe ones.
  const head = waiting ? words.asking : words.before(isOpen && view !== null ? view.mines : (choice ?? FIRST_CHOICE).mines);
  return (
    <div className="table-cloth mines motif" data-waiting={waiting || undefined}>
      <p className="table-head">{head}</p>
      <div className="mines-board" role="group" aria-label={words.stage} data-open={(act ?? null) !== null || undefined} onKeyDown={rove}>
        {states.map((state, cell) => (
          <button
            key={cell}
            type="button"
            className="mines-cell"
            data-cell={state}
            tabIndex={cell === current ? 0 : -1}
            aria-label={`${words.cell(Math.floor(cell / SIDE) + 1, (cell % SIDE) + 1)}, ${words.is[state]}`}
            aria-disabled={(act ?? null) === null || state !== 'closed' || undefined}
            onFocus={() => setCurrent(cell)}
            onKeyDown={noRepeat}
            onClick={() => {
              if (state === 'closed') act?.({ kind: 'open', cell });
            }}
          >
            {CELL_ART[state]}
          </button>
        ))}
      </div>
    </div>
  );
}
