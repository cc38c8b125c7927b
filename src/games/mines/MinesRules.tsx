import { fractionToNumber } from '../../core/fraction';
import { MAX_ROUND_WIN } from '../../core/games/largest-win';
import { minesReturn } from '../../core/games/mines';
import { formatNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { everyWords, percentCut, timesCut, timesWords } from '../facts';
import { largestCashOut, paysAfter, timesAfter } from './mines-view';
import { words } from './words';

const SHOWN_MINES = 3;
const SHOWN_OPENED = [1, 2, 3, 5, 8, 12, 22];

export function MinesRules({ stake }: { stake: Kobo }) {
  const { opened: mostOpened, maxWin, maxWinEvery } = largestCashOut(SHOWN_MINES, stake);
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
