import { fractionToNumber } from '../../core/fraction';
import { CELLS, minesReturn } from '../../core/games/mines';
import { MAX_ROUND_WIN } from '../../core/games/largest-win';
import { formatNaira, kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { ActionsProps, ControlsProps } from '../face';
import { everyWords, percentCut, timesCut, timesWords } from '../facts';
import { noRepeat } from '../no-repeat';
import { MOST_MINES, largestStop, paysAfter, readView, safeCount, timesAfter, choiceOf } from './mines-view';
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

export function MinesActions({ view: rawView, act }: ActionsProps) {
  const view = readView(rawView);
  const canCash = act !== null && view !== null && view.opened.length > 0;
  const label = view === null || view.opened.length === 0 ? words.openFirst : words.cashOut(formatNaira(kobo(view.pays)));
  return (
    <div className="acts">
      <button
        type="button" className="act act-main" aria-disabled={!canCash || undefined} onKeyDown={noRepeat}
        onClick={() => {
          if (canCash) act({ kind: 'cash-out' });
        }}
      >
        {label}
      </button>
    </div>
  );
}

const SHOWN_MINES = 3;
const SHOWN_OPENED = [1, 2, 3, 5, 8, 12, 22];

export function MinesRules({ stake }: { stake: Kobo }) {
  const { opened: mostOpened, maxWin, maxWinEvery } = largestStop(SHOWN_MINES, stake);
  const back = percentCut(fractionToNumber(minesReturn(SHOWN_MINES, stake)));
  return (
    <div className="stack">
      {words.rules.map((sentence) => <p key={sentence}>{sentence}</p>)}
      <p>{words.mostWin(formatNaira(MAX_ROUND_WIN, { whole: true }))} {words.abandoned}</p>
      <table className="table-pays">
        <caption>{words.tableNote(SHOWN_MINES)}</caption>
        <thead><tr>{[words.opened, words.pays, words.atStake(formatNaira(stake, { whole: true }))].map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
        <tbody>
          {SHOWN_OPENED.map((opened) => (
            <tr key={opened}>
              <th scope="row">{opened}</th>
              <td>{timesCut(timesAfter(SHOWN_MINES, opened))}</td>
              <td>{opened > mostOpened ? '–' : formatNaira(paysAfter(SHOWN_MINES, opened, stake))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{words.atThisStake(formatNaira(stake, { whole: true }), back, mostOpened, timesWords(maxWin), everyWords(maxWinEvery))}</p>
    </div>
  );
}

/** Says how the round ended or stands. */
export function describeMines(rawView: unknown): string {
  const view = readView(rawView);
  if (view === null || view.opened.length === 0 || view.next === null) return words.startText;
  return words.openText(safeCount(view), formatNaira(kobo(view.next)));
}
