import { CELLS } from '../../core/games/mines';
import type { ControlsProps } from '../face';
import { percentCut, timesCut } from '../facts';
import { MOST_MINES, choiceOf, timesAfter } from './mines-view';
import type { MinesChoice } from './mines-view';
import { words } from './words';

export function MinesControls({ choice: { mines }, onChoice, disabled }: ControlsProps<MinesChoice>) {
  return (
    <div className="mines-controls">
      <label className="mines-count">
        <span>{words.mines} <b>{mines}</b></span>
        <input
          type="range" className="table-slider" aria-label={words.minesSlider} min={1} max={MOST_MINES} value={mines} disabled={disabled}
          onChange={(event) => onChoice(choiceOf(Number(event.target.value)))}
        />
      </label>
      <dl className="table-facts">
        <div><dt>{words.first}</dt><dd>{timesCut(timesAfter(mines, 1))}</dd></div>
        <div><dt>{words.chance}</dt><dd>{percentCut((CELLS - mines) / CELLS, 0)}</dd></div>
      </dl>
    </div>
  );
}
